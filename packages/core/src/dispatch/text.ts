/** Characters of a result's text that are kept where a tool sets no limit of its own. */
export const MAX_RESULT_CHARS = 100_000;

/**
 * Text that the API takes: well-formed, and no longer than `most` code points; of a longer one head and tail are
 * kept, around a notice that names the full size. Text that was cut so before stays as it is.
 */
export function fittingText(text: string, most = MAX_RESULT_CHARS): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  const size = whole.length - countOfPairs(whole);
  if (size <= most || isCut(whole, size, most)) return whole;
  const head = Math.ceil(most * 0.7);
  const tail = most - head;
  const notice = `\n[… ${String(size - most)} of ${String(size)} characters left out here …]\n`;
  return firstPoints(whole, head) + notice + lastPoints(whole, tail);
}

const NOTICE = /\n\[… \d+ of \d+ characters left out here …\]\n/;

function isCut(text: string, size: number, most: number): boolean {
  const notice = size <= most + LONGEST_NOTICE ? NOTICE.exec(text)?.[0] : undefined;
  return notice !== undefined && size - notice.length <= most;
}

const LONGEST_NOTICE = 100;

// Looked at in place: a list of a long text's characters takes many times its memory.
function countOfPairs(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) if (isHigh(text.charCodeAt(index))) count++;
  return count;
}

/** `count` code points take at most twice as many units. */
function firstPoints(text: string, count: number): string {
  return [...text.slice(0, count * 2)].slice(0, count).join("");
}

function lastPoints(text: string, count: number): string {
  return count === 0 ? "" : [...text.slice(-count * 2)].slice(-count).join("");
}

/** In well-formed text, the first half of a pair. */
function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
