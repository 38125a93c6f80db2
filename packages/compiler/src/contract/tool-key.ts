/** How a method is named where tools are compared. */
export function toolKey(className: string, method: string, isStatic: boolean): string {
  return `${className}.${isStatic ? "static " : ""}${method}`;
}
