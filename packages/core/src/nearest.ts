import { distance } from "fastest-levenshtein";

/** The candidate that a misspelt name most likely meant; undefined where none is near. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = plain(name);
  const limit = Math.max(2, Math.floor(wanted.length / 3));
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const other = plain(candidate);
    // Names come from outside and may be long: most are too far by their length alone.
    if (Math.abs(other.length - wanted.length) > limit) continue;
    const found = distance(wanted, other);
    if (found <= limit && found < (best?.distance ?? Infinity)) best = { candidate, distance: found };
  }
  return best?.candidate;
}

/** Models misspell case and separators first. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
