import { distance } from "fastest-levenshtein";

/** The candidate that a misspelt name most likely meant; undefined where none is near. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = plain(name);
  if (wanted === "") return undefined;
  const limit = mostEdits(wanted);
  let best: { candidate: string; edits: number } | undefined;
  for (const candidate of candidates) {
    const other = plain(candidate);
    // Names come from outside and may be long: most are too far by their length alone.
    if (Math.abs(other.length - wanted.length) > limit) continue;
    const edits = editsBetween(wanted, other);
    if (edits <= limit && edits < (best?.edits ?? Infinity)) best = { candidate, edits };
  }
  return best?.candidate;
}

/** Models misspell case and separators first. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** A third of a name, so that enough of it is left to know it by: of one or two letters, all must be right. */
function mostEdits({ length }: string): number {
  return Math.floor(length / 3);
}

/** Two letters that changed places are one slip. */
function editsBetween(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const swapped = a.slice(0, at) + a.slice(at + 1, at + 2) + a.slice(at, at + 1) + a.slice(at + 2);
  return a !== b && swapped === b ? 1 : distance(a, b);
}
