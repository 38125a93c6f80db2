import { isObject } from "../wire/shapes";
import type { RuleContext } from "./context";
import type { Rule } from "./rule";
import { first } from "./walk";

interface BetaFeature {
  /** One of these opens it. */
  betas: RegExp;
  /** The beta to name in the help. */
  example: string;
  /** Where the request uses it. */
  find(context: RuleContext): string | undefined;
}

export const COMPACTION_BETA = "compact-2026-09-04";
export const INLINE_TOOLS_BETA = "inline-tools-2026-09-15";
export const THREADS_BETA = "message-threads-2026-08-12";

const FEATURES: readonly BetaFeature[] = [
  { betas: /^compact-2026-09-04$/, example: COMPACTION_BETA, find: field("compaction") },
  { betas: /^compact-/, example: COMPACTION_BETA, find: block("compaction") },
  { betas: /^message-threads-/, example: THREADS_BETA, find: field("thread") },
  { betas: /^inline-tools-2026-09-15$/, example: INLINE_TOOLS_BETA, find: inlineDefinition },
  {
    betas: /^(inline-tools|mid-conversation-tool-changes)-/,
    example: INLINE_TOOLS_BETA,
    find: (context) => block("tool_addition")(context) ?? block("tool_removal")(context),
  },
  {
    betas: /^(context-management|compact)-/,
    example: "context-management-2025-06-27",
    find: field("context_management"),
  },
  {
    betas: /^mid-conversation-output-config-/,
    example: "mid-conversation-output-config-2026-07-01",
    find: messageField("output_config"),
  },
  {
    betas: /^mid-conversation-system-clear-at-/,
    example: "mid-conversation-system-clear-at-2026-08-21",
    find: messageField("clear_at"),
  },
  { betas: /^mcp-client-/, example: "mcp-client-2025-11-20", find: field("mcp_servers") },
  { betas: /^server-side-fallback-/, example: "server-side-fallback-2026-07-01", find: field("fallbacks") },
];

/** Row 19: betas, and sampling. A missing key is refused before the body is read. */
export const betaRules: readonly Rule[] = [
  {
    row: 19,
    name: "beta-header",
    help: "name the beta in the anthropic-beta header (SDK: betas)",
    check: (context) =>
      first(FEATURES, (feature) => {
        const path = feature.find(context);
        return path === undefined || context.request.betas.some((beta) => feature.betas.test(beta))
          ? undefined
          : {
              message: `${path}: Extra inputs are not permitted`,
              help: `send betas: ["${feature.example}"]`,
            };
      }),
  },
  {
    row: 19,
    name: "sampling-range",
    help: "temperature and top_p lie between 0 and 1",
    check: ({ body }) =>
      first(["temperature", "top_p"], (key) => {
        const value = body[key];
        if (value === undefined || value === null) return undefined;
        if (typeof value !== "number") return `${key}: Input should be a valid number`;
        if (value < 0) return `${key}: Input should be greater than or equal to 0`;
        return value > 1 ? `${key}: Input should be less than or equal to 1` : undefined;
      }),
  },
  {
    row: 19,
    name: "sampling-supported",
    help: "leave the field out: newer models take no sampling parameters",
    check: ({ body, profile }) =>
      first(["temperature", "top_p", "top_k"], (key) =>
        profile.sampling || body[key] === undefined || body[key] === null || changesNothing(key, body[key])
          ? undefined
          : `\`${key}\` is deprecated for this model.`,
      ),
  },
];

/** Values that newer models go on taking from clients that always send one. */
function changesNothing(key: string, value: unknown): boolean {
  return key === "temperature" ? value === 1 : key === "top_p" && Number(value) >= 0.99;
}

function field(name: string): (context: RuleContext) => string | undefined {
  return ({ body }) => (body[name] === undefined || body[name] === null ? undefined : name);
}

/** Of a system message. */
function messageField(name: string): (context: RuleContext) => string | undefined {
  return ({ messages }) =>
    first(messages, ({ message, role, path }) =>
      role === "system" && message[name] !== undefined && message[name] !== null
        ? `${path}.${name}`
        : undefined,
    );
}

/** In messages, and in the list that a system message holds. */
function block(type: string): (context: RuleContext) => string | undefined {
  return (context) => {
    if (!context.has(type)) return undefined;
    const found = context.blocks.find(({ block }) => block.type === type);
    return found && `${found.path}.${type}`;
  };
}

/** A definition, in place of a reference to one of `tools`. */
function inlineDefinition(context: RuleContext): string | undefined {
  if (!context.has("tool_addition")) return undefined;
  const found = context.blocks.find(
    ({ block: { type, tool } }) =>
      type === "tool_addition" && isObject(tool) && tool.type === "tool_definition",
  );
  return found && `${found.path}.tool_addition.tool.tool_definition`;
}
