/** Parts of a source file between `// #region NAME` and `// #endregion` (the comment marks do not matter). */

const BEGIN = /#region\s+(\S+)/;
const END = /#endregion\b/;

/**
 * The lines of a region without their common indentation, without the marks of regions inside it, and without
 * ESLint's comments, which are nothing to a reader.
 * @throws Error where the file has no such region, or does not end it
 */
export function regionOf(source: string, name: string): string {
  const lines = source.split("\n");
  const begin = lines.findIndex((line) => BEGIN.exec(line)?.[1] === name);
  if (begin === -1) {
    const names = lines.flatMap((line) => BEGIN.exec(line)?.[1] ?? []);
    throw new Error(`has no "#region ${name}"; it has: ${names.join(", ") || "none"}`);
  }
  let depth = 1;
  const found: string[] = [];
  for (const line of lines.slice(begin + 1)) {
    if (BEGIN.test(line)) depth += 1;
    else if (END.test(line)) depth -= 1;
    else if (!/^\s*\/\/ eslint-/.test(line)) found.push(line);
    if (depth === 0) return dedent(found);
  }
  throw new Error(`does not end "#region ${name}" with "#endregion"`);
}

function dedent(lines: string[]): string {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  return lines
    .map((line) => line.slice(least))
    .join("\n")
    .replace(/^\n+|\s+$/g, "");
}
