import { isObject } from "../wire/shapes";
import type { RuleContext } from "./context";
import type { Breach, Rule } from "./rule";
import { first, type PlacedBlock } from "./walk";

/** Tools that come and go in `system` messages. The texts are inferred, the codes are the API's. */
export const inlineToolRules: readonly Rule[] = [
  {
    row: "inline-tools",
    name: "tool-changes-in-system-message",
    help: "put tool_addition and tool_removal blocks into a message with the system role",
    check: (context) =>
      first(changes(context), ({ block, path, message }) =>
        message.role === "system"
          ? undefined
          : `${path}: \`${String(block.type)}\` blocks are only allowed in messages with the "system" role`,
      ),
  },
  {
    row: "inline-tools",
    name: "tool-change-names",
    help: "add a tool that is not there under this name (or is removed), and remove or name one that is known",
    check: changeBreach,
  },
];

function changes(context: RuleContext): PlacedBlock[] {
  return context.blocks.filter(
    ({ block }) => block.type === "tool_addition" || block.type === "tool_removal",
  );
}

/** Plays the changes in their order. Another definition under a name that is there is a conflict; the same one is not. */
function changeBreach(context: RuleContext): Breach | undefined {
  const known = new Map(context.request.tools.map((tool) => [tool.name, JSON.stringify(tool)]));
  const there = new Set(known.keys());
  return first(changes(context), ({ block, path }) => {
    const tool = isObject(block.tool) ? block.tool : {};
    if (tool.type !== "tool_definition" && tool.type !== "tool_reference") return undefined;
    const definition = isObject(tool.definition) ? tool.definition : undefined;
    const name = definition?.name ?? tool.name;
    if (definition === undefined && !known.has(name)) {
      return { code: "tool_reference_unresolved", message: `${path}: no tool is named ${String(name)}` };
    }
    if (block.type === "tool_removal") {
      there.delete(name);
      return undefined;
    }
    const text = JSON.stringify(definition);
    if (definition !== undefined && there.has(name) && known.get(name) !== text) {
      return {
        code: "tool_name_conflict",
        message: `${path}: a tool named ${String(name)} is already there`,
      };
    }
    there.add(name);
    if (definition !== undefined) known.set(name, text);
    return undefined;
  });
}
