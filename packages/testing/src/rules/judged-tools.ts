import type { Rule } from "./rule";

/** More than the lists of tools that a test file offers; a fuzzer that makes new ones does not fill the memory. */
const MOST_LISTS = 100;

const judged = new Map<string, Set<Rule>>();

/**
 * The rules that these definitions have kept to so far. A conversation sends the same ones with each request, and to
 * judge their schemas costs more than all else: they are known again by their text.
 */
export function keptBy(definitions: readonly unknown[]): Set<Rule> {
  const text = JSON.stringify(definitions);
  const known = judged.get(text);
  if (known !== undefined) return known;
  if (judged.size >= MOST_LISTS) judged.clear();
  const kept = new Set<Rule>();
  judged.set(text, kept);
  return kept;
}
