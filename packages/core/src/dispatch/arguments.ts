import type { EmittedType } from "../describe/emitted-types";
import { inputNameOf } from "../describe/input-name";
import { classValidator } from "../peers";
import type { CallableManifest, ParamManifest, Revival } from "../manifest";
import type { InputIssue } from "../validate/input-issue";
import { BrokenSchemaError } from "./errors";
import { markedAsCut } from "../validate/input-issue";
import { join, MOST_ERRORS } from "../validate/issues";
import { revive, type RevivalContext } from "./revive";
import type { ToolContext } from "./tool-context";
import { preview } from "../validate/words";

/** Finds the constructor behind a class named in a parameter's plan. */
export type ClassFinder = (name: string, index: number) => (new () => object) | undefined;

/** Makes the arguments of one method or function from its named input. What can be known beforehand is. */
export class ArgumentReader {
  private readonly readers: Reader[];
  private readonly hasRest: boolean;
  private readonly instanceParams: [number, ParamManifest][];

  constructor(
    private readonly tool: string,
    { params, revivals = {} }: CallableManifest,
    classOf: ClassFinder,
  ) {
    this.readers = params.map((param, index) =>
      reader(param, { definitions: revivals, classOf: (name) => classOf(name, index) }),
    );
    this.hasRest = params.at(-1)?.kind === "rest";
    this.instanceParams = [...params.entries()].filter(([, { revive }]) => mayMakeInstances(revive));
  }

  /** Whether `check` has anything to do. */
  get makesInstances(): boolean {
    return this.instanceParams.length > 0;
  }

  /**
   * One value a parameter, of an input that fits the schema; a rest parameter's is still a list. What is missing is
   * `undefined`, so that defaults apply as JavaScript applies them.
   *
   * @throws BrokenSchemaError where a value of the input is none of the promised type
   */
  read(input: Record<string, unknown>, context: ToolContext): unknown[] {
    const issues: InputIssue[] = [];
    const values: unknown[] = [];
    for (const read of this.readers)
      values.push(typeof read === "string" ? input[read] : read(input, context, issues));
    if (issues.length > 0)
      throw new BrokenSchemaError(this.tool, issues.length === MOST_ERRORS ? markedAsCut(issues) : issues);
    return values;
  }

  /** @throws BrokenSchemaError where class-validator refuses an instance */
  async check(values: readonly unknown[]): Promise<void> {
    for (const [index, param] of this.instanceParams)
      await validateInstances(this.tool, values[index], param);
  }

  spread(values: unknown[]): unknown[] {
    return this.hasRest
      ? [...values.slice(0, -1), ...((values.at(-1) as unknown[] | undefined) ?? [])]
      : values;
  }
}

/** The name of a property that is taken as it is, or what makes the argument. */
type Reader =
  string | ((input: Record<string, unknown>, context: ToolContext, issues: InputIssue[]) => unknown);

function reader(param: ParamManifest, revival: Omit<RevivalContext, "issues">): Reader {
  const { name, kind, revive: plan, fields = [] } = param;
  switch (kind) {
    case "context":
      return (_, context) => context;
    case "signal":
      return (_, context) => context.signal;
    case "fields":
      return (input, _, issues) => {
        const taken = fields.filter((field) => Object.hasOwn(input, field));
        const picked = Object.fromEntries(taken.map((field) => [field, input[field]]));
        return plan ? revive(picked, plan, { ...revival, issues }, "") : picked;
      };
    case "input":
    case "rest": {
      // A parameter may be named like a member that every object inherits (`constructor`, `toString`).
      const isInherited = name in Object.prototype;
      const get = (input: Record<string, unknown>): unknown =>
        isInherited && !Object.hasOwn(input, name) ? undefined : input[name];
      if (plan) return (input, _, issues) => revive(get(input), plan, { ...revival, issues }, name);
      return isInherited ? get : name;
    }
  }
}

function mayMakeInstances(plan: Revival | undefined): boolean {
  return plan !== undefined && /"to":"(?:class|ref)"/.test(JSON.stringify(plan));
}

async function validateInstances(tool: string, value: unknown, param: ParamManifest): Promise<void> {
  const path = param.kind === "fields" ? "" : param.name;
  const issues: InputIssue[] = [];
  for (const [instance, at] of instancesIn(value, path)) {
    const validator = classValidator();
    if (!validator) return;
    const { constructor } = instance as { constructor: abstract new () => unknown };
    const rules = validator.getMetadataStorage().getTargetValidationMetadatas(constructor, "", false, false);
    if (rules.length > 0)
      issues.push(...(await validator.validate(instance)).flatMap((error) => issuesOf(error, at)));
  }
  if (issues.length > 0) throw new BrokenSchemaError(tool, issues);
}

/** Instances in lists, sets, maps and plain objects; class-validator itself goes into instances, by `@ValidateNested`. */
function instancesIn(value: unknown, path: string): [object, string][] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => instancesIn(item, join(path, String(index))));
  if (value instanceof Set) return instancesIn([...(value as Set<unknown>)], path);
  if (value instanceof Map) return instancesIn(Object.fromEntries(value as Map<string, unknown>), path);
  if (typeof value !== "object" || value === null) return [];
  const prototype = Object.getPrototypeOf(value) as unknown;
  if (prototype !== Object.prototype && prototype !== null) return [[value, path]];
  return Object.entries(value).flatMap(([key, item]) => instancesIn(item, join(path, key)));
}

type ValidationError = Awaited<ReturnType<typeof import("class-validator").validate>>[number];

function issuesOf(error: ValidationError, parent: string): InputIssue[] {
  const { constructor } = (error.target ?? {}) as { constructor: EmittedType };
  const path = join(parent, inputNameOf(constructor, error.property) ?? error.property);
  const own = Object.values(error.constraints ?? {}).map((message): InputIssue => {
    const received = preview(error.value);
    return { path, message: `${message}; received ${received}`, expected: message, received };
  });
  return [...own, ...(error.children ?? []).flatMap((child) => issuesOf(child, path))];
}
