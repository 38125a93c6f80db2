/** Characters of a result's text that are kept where a tool sets no limit of its own. */
export const MAX_RESULT_CHARS = 100_000;

/**
 * Text that the API takes: well-formed, and no longer than `most` code points; of a longer one head and tail are
 * kept, around a notice that names the full size.
 */
export function fittingText(text: string, most = MAX_RESULT_CHARS): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  const points = [...whole];
  if (points.length <= most) return whole;
  const head = Math.ceil(most * 0.7);
  const tail = most - head;
  const cut = points.length - most;
  const notice = `\n[… ${String(cut)} of ${String(points.length)} characters left out here …]\n`;
  return points.slice(0, head).join("") + notice + (tail === 0 ? "" : points.slice(-tail).join(""));
}
