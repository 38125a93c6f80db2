import { FIRST_LINE, type Entry } from "./entries";

/**
 * Reads the frontmatter that almost every skill has, `key: text` with a list or a map of texts below, many times faster
 * than a whole YAML parser does: with thousands of folders, parsing is what loading costs. It takes nothing whose
 * meaning could be another in YAML; undefined means: ask the parser. A property test holds the two to the same answers.
 */
export function parseSimple(text: string): Map<string, Entry> | undefined {
  const entries = new Map<string, Entry>();
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  for (let at = 0; at < lines.length;) {
    const [, key, written] = FIELD.exec(lines[at] ?? "") ?? [];
    if (key === undefined || RESERVED.test(key) || entries.has(key)) return undefined;
    const line = at + FIRST_LINE;
    const first = (at += 1);
    if (written === undefined) while (/^[ -]/.test(lines[at] ?? "")) at += 1;
    const below = lines.slice(first, at);
    const value = written === undefined ? (listOf(below) ?? mapOf(below)) : valueOf(written);
    if (value === undefined) return undefined;
    entries.set(key, { value, line });
  }
  return entries;
}

const FIELD = /^([A-Za-z][A-Za-z0-9_-]{0,60}):(?: +(\S.*?))? *$/;
const RESERVED = /^(?:null|true|false)$/i;
// A letter first, so that it is no number and no indicator.
const PLAIN = /^\p{L}[^\p{Cc}\u2028\u2029\ufeff]*$/u;
const STRUCTURE = /:(?:\s|$)|\s#/;
const QUOTED = /^(?:"[^"\\\p{Cc}\u2028\u2029\ufeff]*"|'[^'\p{Cc}\u2028\u2029\ufeff]*')$/u;
const FLOW_ITEM = /^[A-Za-z][\w ()*./-]*$/;

function valueOf(written: string): string | boolean | string[] | undefined {
  if (written === "true" || written === "false") return written === "true";
  if (!written.startsWith("[") || !written.endsWith("]")) return textOf(written);
  const items = written
    .slice(1, -1)
    .split(",")
    .map((item) => item.trim());
  return items.every((item) => FLOW_ITEM.test(item) && !RESERVED.test(item)) ? items : undefined;
}

function textOf(written: string): string | undefined {
  if (QUOTED.test(written)) return written.slice(1, -1);
  return PLAIN.test(written) && !STRUCTURE.test(written) && !RESERVED.test(written) ? written : undefined;
}

function listOf(lines: readonly string[]): string[] | undefined {
  const mark = /^ *- +/.exec(lines[0] ?? "")?.[0];
  if (mark === undefined) return undefined;
  const items = lines.map((line) =>
    line.startsWith(mark) ? textOf(line.slice(mark.length).replace(/ +$/, "")) : undefined,
  );
  return items.every((item) => item !== undefined) ? items : undefined;
}

function mapOf(lines: readonly string[]): { [key: string]: string } | undefined {
  const map: { [key: string]: string } = {};
  for (const line of lines) {
    const [, key, written] = FIELD.exec(line.startsWith("  ") ? line.slice(2) : "") ?? [];
    const value = written === undefined ? undefined : textOf(written);
    if (key === undefined || value === undefined || RESERVED.test(key) || Object.hasOwn(map, key))
      return undefined;
    map[key] = value;
  }
  return lines.length === 0 ? undefined : map;
}
