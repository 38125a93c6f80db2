import { isObject } from "../wire/shapes";
import type { RuleContext } from "./context";
import type { Rule } from "./rule";

/** Row 15: `tool_choice`. */
export const toolChoiceRules: readonly Rule[] = [
  {
    row: 15,
    name: "tool-choice-offered",
    help: "name a tool that the request offers",
    check: (context) => {
      const { type, name } = choice(context);
      return type === "tool" && !context.offered.tools.has(String(name)) && !bringsNameless(context)
        ? `tool_choice.tool.name: Tool '${String(name)}' not found in provided tools`
        : undefined;
    },
  },
  {
    row: 15,
    name: "tool-choice-without-tools",
    help: "leave tool_choice out where there are no tools",
    check: (context) => {
      const { type } = choice(context);
      return context.offered.tools.size === 0 &&
        !bringsNameless(context) &&
        (type === "auto" || type === "any")
        ? "tool_choice: tool_choice may only be specified while providing tools"
        : undefined;
    },
  },
  {
    row: 15,
    name: "tool-choice-thinking",
    help: "choose auto or none, or turn thinking off",
    check: (context) => {
      const { type } = choice(context);
      const { thinking } = context.body;
      const thinks = isObject(thinking) && thinking.type !== "disabled";
      return thinks && (type === "any" || type === "tool")
        ? "Thinking may not be enabled when tool_choice forces tool use."
        : undefined;
    },
  },
];

/** MCP servers and toolsets bring tools whose names the request does not say. */
function bringsNameless({ body, request }: RuleContext): boolean {
  const servers = Array.isArray(body.mcp_servers) ? body.mcp_servers : [];
  return servers.length > 0 || request.tools.some(({ name }) => name === undefined);
}

function choice({ body }: RuleContext): { [key: string]: unknown } {
  return isObject(body.tool_choice) ? body.tool_choice : {};
}
