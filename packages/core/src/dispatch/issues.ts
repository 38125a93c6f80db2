import type { ErrorObject } from "ajv/dist/2020";
import { nearest } from "../nearest";
import type { JsonSchema } from "../wire";
import type { InputIssue } from "./errors";
import { resolved } from "./schema-reading";
import { expectation, preview } from "./words";

/**
 * ajv's errors as the model can use them: one issue a place, alternatives of a union summed up in one, with what
 * was expected and received there.
 */
export function issuesOf(errors: readonly ErrorObject[], root: JsonSchema, value: unknown): InputIssue[] {
  const unions = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const issues = new Map<string, InputIssue>();
  for (const error of errors) {
    if (unions.some((union) => union !== error && isInside(error, union))) continue;
    for (const issue of unions.includes(error)
      ? issuesOfUnion(error, errors, root, value)
      : [issueOf(error, root)]) {
      const key = `${issue.path}\n${issue.message}`;
      if (!issues.has(key)) issues.set(key, issue);
    }
  }
  return [...issues.values()];
}

function isInside(error: ErrorObject, union: ErrorObject): boolean {
  return error.schemaPath !== union.schemaPath && error.instancePath.startsWith(union.instancePath)
    ? error.schemaPath.startsWith(`${union.schemaPath}/`) || isBehindRef(error, union)
    : false;
}

/** A branch that is a `$ref` reports its errors under the definition's own path. */
function isBehindRef(error: ErrorObject, union: ErrorObject): boolean {
  return (
    error.schemaPath.startsWith("#/$defs/") &&
    !union.schemaPath.startsWith("#/$defs/") &&
    error.instancePath.startsWith(union.instancePath)
  );
}

/** Where the value names its branch by a constant (`kind: "card"`), only that branch's errors help. */
function issuesOfUnion(
  union: ErrorObject,
  errors: readonly ErrorObject[],
  root: JsonSchema,
  value: unknown,
): InputIssue[] {
  const branches = union.schema as JsonSchema[];
  const inside = errors.filter((error) => isInside(error, union));
  const meant = branches.flatMap((branch, index) =>
    isMeant(resolved(branch, root), union.data) ? [index] : [],
  );
  const [only] = meant;
  const branch = only === undefined ? undefined : branches[only];
  if (meant.length === 1 && branch) {
    const prefix = typeof branch.$ref === "string" ? branch.$ref : `${union.schemaPath}/${String(only)}`;
    const own = inside.filter(({ schemaPath }) => schemaPath.startsWith(`${prefix}/`));
    if (own.length > 0) return issuesOf(own, root, value);
  }
  return [issueOf(union, root)];
}

function isMeant(branch: JsonSchema, value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const constants = Object.entries((branch.properties ?? {}) as { [name: string]: JsonSchema }).filter(
    ([, schema]) => "const" in schema,
  );
  return (
    constants.length > 0 &&
    constants.every(([name, schema]) => (value as Record<string, unknown>)[name] === schema.const)
  );
}

function issueOf(error: ErrorObject, root: JsonSchema): InputIssue {
  const at = pathOf(error.instancePath);
  const parent = (error.parentSchema ?? {}) as JsonSchema;
  switch (error.keyword) {
    case "required": {
      const { missingProperty: name } = error.params as { missingProperty: string };
      const expected = expectation(propertyOf(parent, name), root);
      return {
        path: join(at, name),
        message: `missing; expected ${expected}`,
        expected,
        received: "nothing",
      };
    }
    case "additionalProperties":
    case "unevaluatedProperties": {
      const { additionalProperty, unevaluatedProperty } = error.params as { [key: string]: string };
      const name = additionalProperty ?? unevaluatedProperty ?? "";
      const known = Object.keys(parent.properties ?? {});
      const near = nearest(name, known);
      const guess = near === undefined ? "" : ` Did you mean "${near}"?`;
      const list = known.length === 0 ? "there are no properties" : `the properties are ${known.join(", ")}`;
      const received = preview((error.data as Record<string, unknown>)[name]);
      return {
        path: join(at, name),
        message: `is no property here.${guess || ` (${list})`}`,
        expected: list,
        received,
      };
    }
    default: {
      const expected = expectation(parent, root);
      const received = preview(error.data);
      return { path: at, message: `expected ${expected}; received ${received}`, expected, received };
    }
  }
}

function propertyOf(parent: JsonSchema, name: string): JsonSchema {
  return (parent.properties as { [name: string]: JsonSchema } | undefined)?.[name] ?? {};
}

/** From a JSON pointer (`/items/0/sku`) to what one writes in code (`items[0].sku`). */
function pathOf(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(join, "");
}

function join(path: string, part: string): string {
  if (/^\d+$/.test(part)) return `${path}[${part}]`;
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(part)) return `${path}[${JSON.stringify(part)}]`;
  return path === "" ? part : `${path}.${part}`;
}
