import { FIRST_LINE, type Entry } from "./entries";

/**
 * Reads the frontmatter that almost every skill has, `key: text` and one level below, thirty times faster than a whole
 * YAML parser does: with thousands of folders, parsing is what loading costs. It takes nothing whose meaning could be
 * another in YAML, and undefined means: ask the parser. A property test holds the two to the same answers.
 */
export function parseSimple(text: string): Map<string, Entry> | undefined {
  const entries = new Map<string, Entry>();
  let nested: Record<string, string> | undefined;
  for (const [index, line] of text.replace(/\r?\n$/, "").split(/\r?\n/).entries()) {
    const [, indent, key, written] = LINE.exec(line) ?? [];
    if (indent === undefined || key === undefined || RESERVED.test(key)) return undefined;
    if (indent === "") {
      // Lines that belong to `key:` follow, or its value is null.
      if (isEmpty(nested) || entries.has(key)) return undefined;
      nested = written === undefined ? {} : undefined;
      const value = nested ?? textOf(written ?? "");
      if (value === undefined) return undefined;
      entries.set(key, { value, line: index + FIRST_LINE });
    } else {
      const value = written === undefined ? undefined : textOf(written);
      if (!nested || value === undefined || Object.hasOwn(nested, key)) return undefined;
      nested[key] = value;
    }
  }
  return isEmpty(nested) ? undefined : entries;
}

const LINE = /^((?: {2})?)([A-Za-z][A-Za-z0-9_-]{0,60}):(?: +(\S.*?))? *$/;
const RESERVED = /^(?:null|true|false)$/i;
// No colons, no hashes and no control characters; a letter first, so that it is no number and no indicator.
const PLAIN = /^\p{L}[^\p{Cc}:#\u2028\u2029\ufeff]*$/u;
const QUOTED = /^(?:"[^"\\\p{Cc}\u2028\u2029\ufeff]*"|'[^'\p{Cc}\u2028\u2029\ufeff]*')$/u;

function textOf(written: string): string | undefined {
  if (QUOTED.test(written)) return written.slice(1, -1);
  return PLAIN.test(written) && !RESERVED.test(written) ? written : undefined;
}

function isEmpty(nested: object | undefined): boolean {
  return nested !== undefined && Object.keys(nested).length === 0;
}
