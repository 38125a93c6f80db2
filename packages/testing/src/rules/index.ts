import type { Breach, Rule, RuleContext } from "./rule";
import { requestRules } from "./request-fields";

/** In the order in which a request is judged: the first breach is the answer. */
export const RULES: readonly Rule[] = [...requestRules];

/** The first rule that a request breaks. */
export function firstBreach(
  context: RuleContext,
  allowed: ReadonlySet<string>,
): { rule: Rule; breach: Breach } | undefined {
  for (const rule of RULES) {
    if (allowed.has(rule.name)) continue;
    const found = rule.check(context);
    if (found !== undefined) return { rule, breach: typeof found === "string" ? { message: found } : found };
  }
  return undefined;
}
