import { betaRules } from "./betas";
import { compactionRules } from "./compaction";
import { imageRules } from "./images";
import { inlineToolRules } from "./inline-tools";
import { limitRules } from "./limits";
import { requestRules } from "./request-fields";
import { roleRules } from "./roles";
import type { RuleContext } from "./context";
import type { Breach, Rule } from "./rule";
import { strictToolRules } from "./strict-tools";
import { thinkingRules } from "./thinking";
import { toolChoiceRules } from "./tool-choice";
import { toolDefinitionRules } from "./tool-definitions";
import { toolResultRules } from "./tool-results";
import { TRANSPORT_RULES } from "./transport";

/** In the order in which a request is judged: shapes first, then what they mean together. */
export const RULES: readonly Rule[] = [
  ...requestRules,
  ...betaRules,
  ...compactionRules,
  ...roleRules,
  ...toolDefinitionRules,
  ...strictToolRules,
  ...inlineToolRules,
  ...toolChoiceRules,
  ...toolResultRules,
  ...thinkingRules,
  ...imageRules,
  ...limitRules,
];

/** Every name that `allow` takes. */
export const RULE_NAMES: ReadonlySet<string> = new Set([
  ...RULES.map(({ name }) => name),
  ...Object.keys(TRANSPORT_RULES),
]);

/** The first rule that a request breaks. */
export function firstBreach(
  context: RuleContext,
  allowed: ReadonlySet<string>,
): { rule: Rule; breach: Breach } | undefined {
  for (const rule of RULES) {
    const ofTools = rule.of === "tools";
    if (allowed.has(rule.name) || (ofTools && context.keptByTools.has(rule))) continue;
    const found = rule.check(context);
    if (found !== undefined) return { rule, breach: typeof found === "string" ? { message: found } : found };
    if (ofTools) context.keptByTools.add(rule);
  }
  return undefined;
}
