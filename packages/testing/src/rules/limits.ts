import { isObject } from "../wire/shapes";
import type { RuleContext } from "./context";
import type { Rule } from "./rule";

/** A lone surrogate is the only thing that `JSON.stringify` writes as an escape of these numbers. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*(\\ud[89a-f][0-9a-f]{2})/;

/** Rows 5 to 7: what a request may hold in all. */
export const limitRules: readonly Rule[] = [
  {
    row: 5,
    name: "well-formed-strings",
    help: "make strings well-formed before they are sent (String.prototype.toWellFormed), and cut them between code points",
    ofMessages: true,
    check: (context) => {
      const { body } = context;
      if (isWellFormed(body, (value) => context.hasKept(value))) return undefined;
      const found = LONE_SURROGATE.exec(JSON.stringify(body));
      if (found === null) return undefined;
      const at = found.index + found[0].length - 6;
      return `The request body is not valid JSON: no low surrogate in string: line 1 column ${String(at + 1)} (char ${String(at)})`;
    },
  },
  {
    row: 6,
    name: "max-output-tokens",
    help: "ask for less, or give the model's profile another maxOutput",
    check: ({ body, profile }) =>
      Number(body.max_tokens) > profile.maxOutput
        ? `max_tokens: ${String(body.max_tokens)} > ${String(profile.maxOutput)}, which is the maximum allowed number of output tokens for ${String(body.model)}`
        : undefined,
  },
  {
    row: 6,
    name: "thinking-budget",
    help: "give max_tokens room for the thinking and the answer",
    check: ({ body, request }) => {
      const budget = isObject(body.thinking) ? body.thinking.budget_tokens : undefined;
      // With interleaved thinking the budget is that of all replies of a turn.
      const interleaved = request.betas.some((beta) => beta.startsWith("interleaved-thinking-"));
      return Number(budget) >= Number(body.max_tokens) && !interleaved
        ? "`max_tokens` must be greater than `thinking.budget_tokens`."
        : undefined;
    },
  },
  {
    row: 6,
    name: "context-window",
    help: "shorten or compact the history, or give the model's profile another contextWindow",
    check: ({ request, profile }) =>
      request.inputTokens > profile.contextWindow
        ? `prompt is too long: ${String(request.inputTokens)} tokens > ${String(profile.contextWindow)} maximum`
        : undefined,
  },
  {
    row: 7,
    name: "cache-control-blocks",
    help: "keep the last few cache breakpoints and take cache_control off the others",
    check: (context) => {
      const most = context.body.thread === undefined ? 4 : 3;
      const found = cacheBreakpoints(context);
      return found > most
        ? `A maximum of ${String(most)} blocks with cache_control may be provided. Found ${String(found)}.`
        : undefined;
    },
  },
];

/** Looked at in place: to write a long conversation once more costs more than all other rules. */
function isWellFormed(value: unknown, isKnown: (value: unknown) => boolean): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every((item) => isWellFormed(item, isKnown));
  if (!isObject(value) || isKnown(value)) return true;
  return Object.keys(value).every((key) => key.isWellFormed() && isWellFormed(value[key], isKnown));
}

function cacheBreakpoints({ body }: RuleContext): number {
  let count = isObject(body.cache_control) ? 1 : 0;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) {
      if (isObject(value.cache_control) && typeof value.type === "string") count += 1;
      else if (isObject(value.cache_control) && typeof value.name === "string") count += 1;
      if (Array.isArray(value.content)) visit(value.content);
    }
  };
  visit([body.system, body.tools, body.messages]);
  return count;
}
