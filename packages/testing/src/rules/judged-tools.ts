import type { Rule } from "./rule";

/** More than the lists of tools that a test file offers; a fuzzer that makes new ones does not fill the memory. */
const MOST_LISTS = 100;

const judged = new Map<string, Set<Rule>>();

/**
 * The rules that a list of tools has kept to so far. A conversation sends the same list with each request, and to judge
 * its schemas costs more than all else: a list is known again by its text.
 */
export function keptBy(tools: readonly object[]): Set<Rule> {
  const text = JSON.stringify(tools);
  const known = judged.get(text);
  if (known !== undefined) return known;
  if (judged.size >= MOST_LISTS) judged.clear();
  const kept = new Set<Rule>();
  judged.set(text, kept);
  return kept;
}
