/** Where the parts of a SKILL.md lie. */
export interface Parts {
  /** Between the two lines of `---`; undefined where the file does not begin with one. */
  frontmatter?: Buffer;
  /** The first line of `---` has no second one. */
  unclosed: boolean;
  /** Index of the body's first byte. */
  bodyStart: number;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const NEWLINE = 0x0a;
const DASHES = Buffer.from("---");

/**
 * Only a line that is `---` by itself ends a frontmatter: dashes in a description or a rule in the body do not.
 * Works on bytes, so that a body that nobody asked for is never decoded.
 */
export function splitSkillFile(bytes: Buffer): Parts {
  const start = bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  const first = dashLine(bytes, start);
  if (first === undefined) return { unclosed: false, bodyStart: start };
  for (let at = first; at < bytes.length;) {
    const next = dashLine(bytes, at);
    if (next !== undefined) {
      return { frontmatter: bytes.subarray(first, at), unclosed: false, bodyStart: next };
    }
    const newline = bytes.indexOf("\n---", at);
    if (newline === -1) break;
    at = newline + 1;
  }
  return { unclosed: true, bodyStart: bytes.length };
}

/** Where the line after a line of `---` begins; undefined where the line at `at` is another one. */
function dashLine(bytes: Buffer, at: number): number | undefined {
  if (!bytes.subarray(at, at + DASHES.length).equals(DASHES)) return undefined;
  for (let end = at + DASHES.length; ; end += 1) {
    const byte = bytes[end];
    if (byte === undefined) return end;
    if (byte === NEWLINE) return end + 1;
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return undefined;
  }
}

/** The body's text without blank lines around it. */
export function bodyOf(bytes: Buffer): string {
  return bytes
    .toString("utf8", splitSkillFile(bytes).bodyStart)
    .replace(/^(?:[ \t]*\r?\n)+/, "")
    .trimEnd();
}
