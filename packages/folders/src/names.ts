/** Two names that look alike are one name: what names are compared by. */
export function nameKey(name: string): string {
  return name.normalize("NFKC");
}

const MOST_CHARACTERS = 64;

/** Which rule of the specification a skill's name breaks; undefined where it keeps them all. */
export function brokenNameRule(name: string): string | undefined {
  const normal = nameKey(name);
  if (normal === "") return "is empty";
  if ([...normal].length > MOST_CHARACTERS) return `is longer than ${String(MOST_CHARACTERS)} characters`;
  if (normal !== normal.toLowerCase()) return "has capital letters";
  if (!/^[\p{L}\p{M}\p{N}-]+$/u.test(normal)) return "has characters other than letters, digits and hyphens";
  if (normal.startsWith("-") || normal.endsWith("-")) return "begins or ends with a hyphen";
  if (normal.includes("--")) return "has two hyphens in a row";
  return undefined;
}
