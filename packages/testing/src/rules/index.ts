import { betaRules } from "./betas";
import { asksForCompaction, compactionRules } from "./compaction";
import { imageRules } from "./images";
import { inlineToolRules } from "./inline-tools";
import { keptBy } from "./judged-tools";
import { limitRules } from "./limits";
import { requestRules } from "./request-fields";
import { roleRules } from "./roles";
import type { RuleContext } from "./context";
import type { Breach, Rule } from "./rule";
import { strictToolRules } from "./strict-tools";
import { systemMessageRules } from "./system-messages";
import { thinkingRules } from "./thinking";
import { toolChoiceRules } from "./tool-choice";
import { toolDefinitionRules } from "./tool-definitions";
import { toolResultRules } from "./tool-results";
import { TRANSPORT_RULES } from "./transport";

interface RuleGroup {
  rules: readonly Rule[];
  /** Whether the request has what these rules are about. Default: every request has. */
  concerns?(context: RuleContext): boolean;
  /** They look at nothing but definitions, which a conversation sends again and again: a list is judged once. */
  ofTools?: true;
}

const hasTools = ({ request, inlineTools }: RuleContext): boolean =>
  request.tools.length > 0 || inlineTools.length > 0;

/** In the order in which a request is judged: shapes first, then what they mean together. */
const GROUPS: readonly RuleGroup[] = [
  { rules: requestRules },
  { rules: betaRules },
  {
    rules: compactionRules,
    concerns: (context) => asksForCompaction(context) || context.has("compaction"),
  },
  { rules: roleRules },
  {
    rules: systemMessageRules,
    concerns: ({ messages }) => messages.some(({ role }) => role === "system"),
  },
  { rules: toolDefinitionRules, concerns: hasTools, ofTools: true },
  { rules: strictToolRules, concerns: hasTools, ofTools: true },
  {
    rules: inlineToolRules,
    concerns: (context) => context.has("tool_addition", "tool_removal"),
  },
  { rules: toolChoiceRules, concerns: ({ body }) => body.tool_choice !== undefined },
  { rules: toolResultRules, concerns: (context) => context.has("tool_use", "tool_result") },
  // Calls, too: the thinking that stood before one may be missing.
  {
    rules: thinkingRules,
    concerns: (context) => context.has("thinking", "redacted_thinking", "tool_use"),
  },
  { rules: imageRules, concerns: (context) => context.has("image") },
  { rules: limitRules },
];

export const RULES: readonly Rule[] = GROUPS.flatMap(({ rules }) => rules);

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
  for (const { rules, concerns, ofTools } of GROUPS) {
    if (concerns?.(context) === false) continue;
    const kept = ofTools === true ? keptBy([context.request.tools, context.inlineTools]) : undefined;
    for (const rule of rules) {
      if (allowed.has(rule.name) || kept?.has(rule) === true) continue;
      const found = rule.check(rule.ofMessages === true ? context.fresh : context);
      if (found !== undefined)
        return { rule, breach: typeof found === "string" ? { message: found } : found };
      kept?.add(rule);
    }
  }
  context.keep();
  return undefined;
}
