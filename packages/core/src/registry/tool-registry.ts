import { DuplicateToolError } from "../dispatch/errors";
import type { AnswerOptions } from "../dispatch/outcomes";
import { ok, type Result } from "../result";
import { originOf, type ToolSet } from "../sets/tool-set";
import { toolSet } from "../sets/tool-set-of";
import type { CallError } from "./call-error";
import {
  attempted,
  callTool,
  findSet,
  listTools,
  schemasOf,
  type ToolFinder,
  type ToolInfo,
  type ToolSchemas,
} from "./calls";

/** Tools of many skills by name, for code and for tools that call one another. */
export class ToolRegistry implements ToolFinder {
  private readonly bySource = new Map<unknown, ToolSet>();
  private calls = 0;

  get sets(): Iterable<ToolSet> {
    return this.bySource.values();
  }

  /**
   * Register an instance of a skill class, or a set. Idempotent: the same class from the same file, or the same set,
   * takes the place of what it registered before.
   *
   * @throws DuplicateToolError where another source has a tool of one of its names
   */
  register(member: object): this {
    const set = toolSet(member);
    for (const { name } of set.toolsSchema) {
      for (const [source, owner] of this.bySource)
        if (source !== set.source && owner.has(name))
          throw new DuplicateToolError(name, [originOf(owner, name), originOf(set, name)]);
    }
    this.bySource.set(set.source, set);
    return this;
  }

  /** The set that has a tool of this declared or wire name. */
  find(name: string): ToolSet | undefined {
    return findSet(this, name);
  }

  /** Run a tool by its name with named input, checked like the model's. Never throws. */
  async call(
    name: string,
    input: object = {},
    options: AnswerOptions = {},
  ): Promise<Result<unknown, CallError>> {
    return callTool(
      this,
      { id: `call_${String(++this.calls)}`, name, input },
      { ...options, registry: this },
    );
  }

  /** Every tool there is now. Never throws. */
  list(): Result<ToolInfo[], CallError> {
    return attempted("list", () => ok(listTools(this)));
  }

  /** The schemas of a tool, as they are sent to a model. Never throws. */
  schema(name: string): Result<ToolSchemas, CallError> {
    return schemasOf(this, name);
  }
}
