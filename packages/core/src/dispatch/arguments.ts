import { classValidator } from "../peers";
import type { CallableManifest, ParamManifest } from "../manifest";
import type { InputIssue } from "./errors";
import { BrokenSchemaError } from "./errors";
import { revive, type RevivalContext } from "./revive";
import type { ToolContext } from "./tool-context";
import { preview } from "./words";

/** Finds the constructor behind a class named in a parameter's plan. */
export type ClassFinder = (name: string, index: number) => (new () => object) | undefined;

/**
 * The positional arguments of a call from its named input, which fits the schema. A missing optional property
 * becomes `undefined`, so that defaults apply as JavaScript applies them.
 *
 * @throws BrokenSchemaError where class-validator refuses an instance
 */
export async function argumentsOf(
  tool: string,
  callable: CallableManifest,
  input: Record<string, unknown>,
  context: ToolContext,
  classOf: ClassFinder,
): Promise<unknown[]> {
  const args: unknown[] = [];
  for (const [index, param] of callable.params.entries()) {
    const given = argumentOf(param, input, context, {
      definitions: callable.revivals ?? {},
      classOf: (name) => classOf(name, index),
    });
    if (param.revive) await validateInstances(tool, given, param);
    if (param.kind === "rest") args.push(...((given as unknown[] | undefined) ?? []));
    else args.push(given);
  }
  return args;
}

function argumentOf(
  param: ParamManifest,
  input: Record<string, unknown>,
  context: ToolContext,
  revival: RevivalContext,
): unknown {
  switch (param.kind) {
    case "context":
      return context;
    case "signal":
      return context.signal;
    case "fields": {
      const fields = (param.fields ?? []).filter((name) => Object.hasOwn(input, name));
      const picked = Object.fromEntries(fields.map((name) => [name, input[name]]));
      return param.revive ? revive(picked, param.revive, revival) : picked;
    }
    case "input":
    case "rest": {
      const value = Object.hasOwn(input, param.name) ? input[param.name] : undefined;
      return param.revive ? revive(value, param.revive, revival) : value;
    }
  }
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

/** Instances at the top of a value or in an array; class-validator itself goes deeper, by `@ValidateNested`. */
function instancesIn(value: unknown, path: string): [object, string][] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => instancesIn(item, `${path}[${String(index)}]`));
  if (typeof value !== "object" || value === null) return [];
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null ? [] : [[value, path]];
}

type ValidationError = Awaited<ReturnType<typeof import("class-validator").validate>>[number];

function issuesOf(error: ValidationError, parent: string): InputIssue[] {
  const isElement = /^\d+$/.test(error.property);
  const path = isElement
    ? `${parent}[${error.property}]`
    : parent === ""
      ? error.property
      : `${parent}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((message): InputIssue => {
    const received = preview(error.value);
    return { path, message: `${message}; received ${received}`, expected: message, received };
  });
  return [...own, ...(error.children ?? []).flatMap((child) => issuesOf(child, path))];
}
