/** Where the parts of a SKILL.md lie. */
export interface Parts {
  /** The text between the two lines of `---`; undefined where the file does not begin with one. */
  frontmatter?: string;
  /** The first line of `---` has no second one. */
  unclosed: boolean;
  /** Index of the body's first byte. */
  bodyStart: number;
}

const NEWLINE = 0x0a;
const DASH = 0x2d;

/**
 * Only a line that is `---` by itself ends a frontmatter: dashes in a description or a rule in the body do not.
 * Works on bytes, so that a body that nobody asked for is never decoded.
 */
export function splitSkillFile(bytes: Buffer): Parts {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const first = dashLine(bytes, start);
  if (first === undefined) return { unclosed: false, bodyStart: start };
  for (let at = first; at < bytes.length;) {
    const next = dashLine(bytes, at);
    if (next !== undefined) {
      return { frontmatter: bytes.toString("utf8", first, at), unclosed: false, bodyStart: next };
    }
    const newline = bytes.indexOf("\n---", at);
    if (newline === -1) break;
    at = newline + 1;
  }
  return { unclosed: true, bodyStart: bytes.length };
}

/** Where the line after a line of `---` begins; undefined where the line at `at` is another one. */
function dashLine(bytes: Buffer, at: number): number | undefined {
  if (bytes[at] !== DASH || bytes[at + 1] !== DASH || bytes[at + 2] !== DASH) return undefined;
  for (let end = at + 3; ; end += 1) {
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
