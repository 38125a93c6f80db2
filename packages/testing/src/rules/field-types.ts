import { isObject } from "../wire/shapes";
import { cacheControl, content, textBlock, wrongBlock } from "./block-types";
import {
  all,
  atLeast,
  boolean,
  dictionary,
  fields,
  integer,
  list,
  oneOf,
  optional,
  required,
  tagged,
  text,
  union,
  type Check,
} from "./checks";
import type { RuleContext } from "./context";
import { first } from "./walk";

/** The first value that is not of the type that the API documents. */
export function wrongType(context: RuleContext): string | undefined {
  const { body, blocks } = context;
  return (
    first(Object.keys(body), (name) => {
      const value = body[name];
      if (value === undefined) return undefined;
      return name === "messages" ? wrongMessages(context) : REQUEST.get(name)?.(value, name);
    }) ?? first(blocks, wrongBlock)
  );
}

const effort = optional(oneOf("low", "medium", "high", "xhigh", "max"));
const outputFormat = optional(required({ type: oneOf("json_schema"), schema: dictionary }));
const parallel = { disable_parallel_tool_use: optional(boolean) };
const choice = union({
  auto: fields(parallel),
  any: fields(parallel),
  tool: all(required({ name: text }), fields(parallel)),
  none: dictionary,
});

const shown = {
  display: optional(oneOf("summarized", "omitted", "updates")),
  block_binding: optional(dictionary),
};
const thinking = union({
  enabled: all(required({ budget_tokens: all(integer, atLeast(1024)) }), fields(shown)),
  disabled: dictionary,
  between_tools: dictionary,
  adaptive: fields(shown),
});

const REQUEST: ReadonlyMap<string, Check> = new Map([
  [
    "model",
    all(text, (value, path) =>
      value === "" ? `${path}: String should have at least 1 character` : undefined,
    ),
  ],
  ["max_tokens", all(integer, atLeast(0))],
  ["system", optional(wrongSystem)],
  ["stream", optional(boolean)],
  ["tools", optional(list(wrongTool))],
  ["tool_choice", optional(choice)],
  ["thinking", optional(thinking)],
  ["cache_control", cacheControl],
  ["stop_sequences", optional(list(wrongStopSequence))],
  ["metadata", optional(fields({ user_id: optional(text) }))],
  ["output_config", optional(fields({ effort, format: outputFormat }))],
  ["output_format", outputFormat],
  ["service_tier", optional(oneOf("auto", "standard_only"))],
  ["speed", optional(oneOf("standard", "fast"))],
  ["compaction", optional(union({ summarize: fields({ instructions: optional(text) }) }))],
  ["thread", optional(union({ create: dictionary, continue: required({ previous_message_id: text }) }))],
  ["top_k", optional(all(integer, atLeast(0)))],
  ["context_management", optional(fields({ edits: optional(list(dictionary)) }))],
  ["mcp_servers", optional(list(dictionary))],
]);

const message = required({ content });
const systemMessage = fields({
  // It may hold settings alone: its own rule says what it has to have.
  content: (value, path) => (value === undefined ? undefined : content(value, path)),
  clear_at: optional(oneOf("next_user_message", "never")),
  output_config: optional(fields({ effort })),
});

/** Those that are no objects, too, which no other rule is shown. */
function wrongMessages(context: RuleContext): string | undefined {
  const each = list((message, path) => (context.hasKept(message) ? undefined : wrongMessage(message, path)));
  return each(context.body.messages, "messages");
}

function wrongMessage(value: unknown, path: string): string | undefined {
  return isObject(value) && value.role === "system" ? systemMessage(value, path) : message(value, path);
}

function wrongSystem(system: unknown, path: string): string | undefined {
  if (!Array.isArray(system)) return content(system, path);
  const hasEmpty = system.some((block) => isObject(block) && block.text === "");
  return (
    list(textBlock)(system, path) ?? (hasEmpty ? "system: text content blocks must be non-empty" : undefined)
  );
}

function wrongStopSequence(sequence: unknown, path: string): string | undefined {
  if (typeof sequence !== "string") return text(sequence, path);
  return sequence.trim() === ""
    ? "stop_sequences: each stop sequence must contain non-whitespace"
    : undefined;
}

const toolKind = tagged(
  ["custom", "mcp_toolset", "tool_search_tool_bm25", "tool_search_tool_regex"],
  ", and the API's own tools by type and date",
);

const anyTool = fields({
  description: optional(text),
  strict: optional(boolean),
  defer_loading: optional(boolean),
  cache_control: cacheControl,
});

function wrongTool(tool: unknown, path: string): string | undefined {
  if (!isObject(tool)) return dictionary(tool, path);
  const { type } = tool;
  if (type === undefined || type === null) return anyTool(tool, `${path}.custom`);
  // New tools of the API's own come often: a type with a date is taken for one.
  const isDated = typeof type === "string" && /_\d{8}$/.test(type);
  return (isDated ? undefined : toolKind(tool, path)) ?? anyTool(tool, `${path}.${String(type)}`);
}
