import { answerToolUse } from "../dispatch/answer";
import { ToolNotFoundError } from "../dispatch/errors";
import { messageOf } from "../dispatch/failure";
import type { AnswerOptions } from "../dispatch/outcomes";
import { err, ok, type Result } from "../result";
import type { ToolSet } from "../sets/tool-set";
import type { JsonSchema, ObjectSchema, ToolUse } from "../wire";
import { CallError } from "./call-error";

/** Where tools are found by name: a registry, or one set by itself. */
export interface ToolFinder {
  readonly sets: Iterable<ToolSet>;
}

export interface ToolInfo {
  /** The declared name, with its dots. */
  name: string;
  description?: string;
}

export interface ToolSchemas {
  input: ObjectSchema;
  /** Where it is known. */
  output?: JsonSchema;
}

export function findSet({ sets }: ToolFinder, name: string): ToolSet | undefined {
  for (const set of sets) if (set.has(name)) return set;
  return undefined;
}

/** Run a tool by its name with named input, checked like the model's. Never throws. */
export async function callTool(
  finder: ToolFinder,
  { id, name, input }: Omit<ToolUse, "type">,
  options: AnswerOptions,
): Promise<Result<unknown, CallError>> {
  const found = attempted(name, () => {
    const set = findSet(finder, name);
    return set ? ok(set) : err(notFound(finder, name));
  });
  if (!found.ok) return found;
  const toolUse: ToolUse = { type: "tool_use", id, name, input };
  const { output, error, outcome } = await answerToolUse(found.value, toolUse, options);
  if (outcome === "ok") return ok(output?.value);
  return err(new CallError(name, outcome, `${name} failed: ${messageOf(error)}`, { cause: error }));
}

/** Every tool there is now. @throws whatever a set throws that cannot tell its tools */
export function listTools({ sets }: ToolFinder): ToolInfo[] {
  return [...sets].flatMap((set) =>
    set.toolsSchema.map(({ name, description }) => ({
      name: set.tool(name)?.declaredName ?? name,
      ...(description === undefined ? {} : { description }),
    })),
  );
}

/** Never throws. */
export function schemasOf(finder: ToolFinder, name: string): Result<ToolSchemas, CallError> {
  return attempted(name, () => {
    const set = findSet(finder, name);
    const spec = set?.tool(name);
    const definition = spec?.definition ?? set?.toolsSchema.find((tool) => tool.name === name);
    if (!definition) return err(notFound(finder, name));
    return ok({
      input: definition.input_schema,
      ...(spec?.outputSchema ? { output: spec.outputSchema } : {}),
    });
  });
}

/** What a set throws while it is searched (two tools of one name, say) is a failure of the call. */
export function attempted<T>(name: string, search: () => Result<T, CallError>): Result<T, CallError> {
  try {
    return search();
  } catch (cause) {
    return err(
      new CallError(name, "error", `the tools could not be searched: ${messageOf(cause)}`, { cause }),
    );
  }
}

function notFound(finder: ToolFinder, name: string): CallError {
  const cause = new ToolNotFoundError(
    name,
    listTools(finder).map((tool) => tool.name),
  );
  return new CallError(name, "not_found", cause.plainMessage, { cause });
}
