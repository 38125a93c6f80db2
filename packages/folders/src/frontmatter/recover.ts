import { FIRST_LINE } from "./entries";

/** Fields whose value is prose, which may be put in quotes without changing what it means. */
const PROSE = /^(description|when_to_use|argument-hint|compatibility|license):[ \t]+(\S.*)$/;

/**
 * Quotes prose that YAML takes for structure, `description: Use when: asked`, with the lines it goes on in. Line
 * numbers stay. Gives the lines (of the file) that were quoted, too; none: there was nothing to mend.
 */
export function quoteProse(text: string): { text: string; lines: number[] } {
  const lines = text.split(/\r?\n/);
  const quoted: number[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, field, first] = PROSE.exec(lines[at] ?? "") ?? [];
    if (field === undefined || first === undefined) continue;
    let end = at + 1;
    while (/^[ \t]+\S/.test(lines[end] ?? "")) end += 1;
    const whole = [first, ...lines.slice(at + 1, end)].map((line) => line.trim()).join(" ");
    if (!needsQuotes(field, whole)) continue;
    lines.splice(at, end - at, `${field}: ${JSON.stringify(whole)}`, ...lines.slice(at + 1, end).fill(""));
    quoted.push(at + FIRST_LINE);
    at = end - 1;
  }
  return { text: lines.join("\n"), lines: quoted };
}

function needsQuotes(field: string, value: string): boolean {
  // Hints are written as usage lines are: `[file] [format]`.
  if (field === "argument-hint" && value.startsWith("[")) return true;
  return !/^["'|>[{&*!#%@`]/.test(value) && /:(?:\s|$)/.test(value);
}
