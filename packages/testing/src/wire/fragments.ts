/**
 * Cuts a text in `count` fragments of about one length, or as many as it has characters. Cuts fall between code
 * points: a surrogate pair stays whole.
 */
export function fragments(text: string, count: number): string[] {
  const points = /[\ud800-\udbff]/.test(text) ? Array.from(text) : undefined;
  const length = points?.length ?? text.length;
  const pieces = Math.max(1, Math.min(count, length));
  const cut: string[] = [];
  for (let piece = 0; piece < pieces; piece += 1) {
    const start = Math.floor((piece * length) / pieces);
    const end = Math.floor(((piece + 1) * length) / pieces);
    cut.push(points?.slice(start, end).join("") ?? text.slice(start, end));
  }
  return cut;
}

/** JSON in which everything beyond ASCII is an escape, so that a cut can fall inside one (`\ud83d`, `\ude00`). */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
