import { manifestOf, SkillsError, toolSet, toolsOf, ToolSet, wireForm, type SkillClass } from "@skills/core";
import { loadModule } from "./loader";

/** A tool as a request would send it, and the schema of what it returns, which no request has. */
export interface ToolEntry {
  name: string;
  description?: string;
  input_schema: object;
  output_schema?: object;
}

/** Something exported that has tools. */
export interface Holder {
  /** The name of the export. */
  name: string;
  tools: ToolEntry[];
  /** The set that runs a tool. @throws SkillsError S251 where no instance can be made */
  setFor(tool: string): ToolSet;
}

/** `src/orders.ts:Orders` → file and export. */
export function parseTarget(target: string): { file: string; name?: string } {
  // On Windows a path begins with `C:`.
  const colon = target.lastIndexOf(":");
  return colon < 2 ? { file: target } : { file: target.slice(0, colon), name: target.slice(colon + 1) };
}

/**
 * What a target names: all its exports that have tools, or the one.
 *
 * @throws SkillsError S250 where it cannot be loaded or has no tools; S2xx where a class cannot be described
 */
export async function holdersOf(target: string, required?: readonly string[]): Promise<Holder[]> {
  const { file, name } = parseTarget(target);
  const exported = new Map<unknown, string>();
  for (const [key, value] of Object.entries(await loadModule(file, required)))
    if (!exported.has(value) || exported.get(value) === "default") exported.set(value, key);
  const named = [...exported].filter(([, key]) => name === undefined || key === name);
  if (name !== undefined && named.length === 0) throw noExport(file, name, [...exported.values()]);
  const holders = named.flatMap(([value, key]) => holderOf(key, value) ?? []);
  if (holders.length > 0) return holders;
  throw new SkillsError("S250", `${name === undefined ? file : `${name} of ${file}`} has no tools`, {
    help: "export a class with @Tool() methods, an instance of one, or a tool set",
  });
}

function holderOf(name: string, value: unknown): Holder | undefined {
  if (typeof value === "object" && value !== null && isSet(value)) return ofSet(name, value);
  if (typeof value === "function" && isSkill(value)) return ofClass(name, value as unknown as SkillClass);
  if (typeof value === "object" && value !== null && isSkill(value.constructor))
    return ofSet(name, toolSet(value));
  return undefined;
}

/** By shape: the user's copy of core may be another than ours. */
function isSet(value: object): value is ToolSet {
  return value instanceof ToolSet || ("toolsSchema" in value && "runTool" in value);
}

function isSkill(value: unknown): boolean {
  if (typeof value !== "function" || typeof value.prototype !== "object" || value.prototype === null)
    return false;
  try {
    manifestOf(value as unknown as SkillClass);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "S105") return false;
    throw error;
  }
}

function ofSet(name: string, set: ToolSet): Holder {
  const tools = set.toolsSchema.map((definition): ToolEntry => {
    const { name: tool, description, input_schema } = definition;
    const output_schema = set.tool(tool)?.outputSchema;
    return {
      name: tool,
      ...(description && { description }),
      input_schema,
      ...(output_schema && { output_schema }),
    };
  });
  return { name, tools, setFor: () => set };
}

function ofClass(name: string, skill: SkillClass): Holder {
  const described = toolsOf(skill);
  const statics = new Set(
    manifestOf(skill)
      .tools.filter((tool) => tool.static)
      .map(({ method }) => method),
  );
  return {
    name,
    tools: described.map(({ name: tool, description, input_schema, output_schema }) => ({
      name: wireForm(tool),
      ...(description && { description }),
      input_schema,
      ...(output_schema && { output_schema }),
    })),
    setFor(tool) {
      const found = described.find((each) => wireForm(each.name) === wireForm(tool));
      const isStatic = found !== undefined && statics.has(found.method);
      return toolSet(isStatic ? skill : instanceOf(name, skill));
    },
  };
}

function instanceOf(name: string, skill: SkillClass): object {
  const help = `export an instance or a set of it, and name that: file.ts:${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  if (skill.length > 0)
    throw new SkillsError("S251", `${name} cannot be made here: its constructor takes arguments`, { help });
  try {
    return new (skill as unknown as new () => object)();
  } catch (cause) {
    throw new SkillsError("S251", `${name} cannot be made here: its constructor throws`, { help, cause });
  }
}

function noExport(file: string, name: string, names: string[]): SkillsError {
  return new SkillsError("S250", `${file} exports no ${name}`, {
    help: `it exports ${names.join(", ") || "nothing"}`,
  });
}
