import type { ErrorObject } from "ajv/dist/2020";
import { nearest } from "../nearest";
import type { JsonSchema } from "../wire";
import { markedAsCut, type InputIssue } from "./input-issue";
import { constantsOf, isMeant, originalOf } from "./guarded";
import { asObject, branchesOf, propertiesOf, resolved, typesOf } from "./schema-reading";
import { expectation, preview } from "./words";

/** Errors beyond these tell nobody anything; a broken list of a million items makes a million. */
export const MOST_ERRORS = 1000;

/**
 * ajv's errors, found with a guarded schema, as the model can use them: one issue a place, the alternatives of a
 * union summed up in one, with what was expected and received there. `root` is the schema before it was guarded.
 */
export function issuesOf(errors: readonly ErrorObject[], root: JsonSchema): InputIssue[] {
  const issues = new Map<string, InputIssue>();
  for (const issue of collected(errors.slice(0, MOST_ERRORS), root)) {
    const key = `${issue.path}\n${issue.message}`;
    if (!issues.has(key)) issues.set(key, issue);
  }
  const found = [...issues.values()];
  return errors.length > MOST_ERRORS ? markedAsCut(found) : found;
}

/** ajv writes a union's error right behind the errors of its alternatives: read from the end, the union comes first. */
function collected(errors: readonly ErrorObject[], root: JsonSchema): InputIssue[] {
  const issues: InputIssue[][] = [];
  let end = errors.length;
  while (end > 0) {
    const error = errors[--end];
    if (!error) continue;
    if (error.keyword === "anyOf" || error.keyword === "oneOf") {
      const last = end;
      while (end > 0 && isAtOrBelow(errors[end - 1], error)) end--;
      issues.push(issuesOfUnion(error, errors.slice(end, last), root));
    } else if (!isGuards(error)) issues.push([issueOf(error, root)]);
  }
  return issues.reverse().flat();
}

function isAtOrBelow(error: ErrorObject | undefined, union: ErrorObject): boolean {
  return (
    error !== undefined && `${error.instancePath}/`.startsWith(`${union.instancePath}/`) && error !== union
  );
}

/** What a guard says of an alternative that was not meant, and what says again that something inside does not fit. */
function isGuards({ keyword, schemaPath }: ErrorObject): boolean {
  return (
    keyword === "if" ||
    keyword === "propertyNames" ||
    /\/(?:else|(?:anyOf|oneOf)\/\d+)\/false schema$/.test(schemaPath)
  );
}

/** Where the value means one alternative, by its type or a constant (`kind: "card"`), only that one's errors help. */
function issuesOfUnion(union: ErrorObject, inside: readonly ErrorObject[], root: JsonSchema): InputIssue[] {
  const parent = originalOf(union.parentSchema ?? {});
  if (fitsSeveral(union)) {
    const expected = `exactly one of: ${expectation(parent, root)}`;
    const received = `${preview(union.data)}, which fits more than one`;
    return [
      {
        path: pathOf(union.instancePath),
        message: `expected ${expected}; received ${received}`,
        expected,
        received,
      },
    ];
  }
  const branches = branchesOf(parent).map((branch) => resolved(branch, root));
  const meant = branches.filter((branch) => isMeant(branch, union.data));
  if (meant.length === 1) {
    const own = collected(inside, root);
    if (own.length > 0) return own;
  }
  if (meant.length === 0) {
    const issue = issueOfKind(union, branches);
    if (issue) return [issue];
  }
  return [issueOf(union, root)];
}

function fitsSeveral({ params }: ErrorObject): boolean {
  return Array.isArray((params as { passingSchemas?: unknown }).passingSchemas);
}

/** An object that names none of the alternatives' kinds: the name of its kind is what has to be mended. */
function issueOfKind(union: ErrorObject, branches: readonly JsonSchema[]): InputIssue | undefined {
  if (typeof union.data !== "object" || union.data === null || Array.isArray(union.data)) return undefined;
  const kinds = branches.filter((branch) => typesOf(branch).includes("object")).map(constantsOf);
  const name = Object.keys(kinds[0] ?? {}).find((key) => kinds.every((kind) => Object.hasOwn(kind, key)));
  if (name === undefined) return undefined;
  const all = [...new Set(kinds.flatMap((kind) => kind[name] ?? []))];
  const given = Object.hasOwn(union.data, name) ? (union.data as Record<string, unknown>)[name] : undefined;
  if (all.includes(given)) return undefined;
  return issueAt(join(pathOf(union.instancePath), name), expectation({ enum: all }, {}), given);
}

/** An issue that says what was expected and received at a place. */
export function issueAt(path: string, expected: string, given: unknown): InputIssue {
  const received = preview(given);
  const message =
    given === undefined ? `missing; expected ${expected}` : `expected ${expected}; received ${received}`;
  return { path, message, expected, received };
}

function issueOf(error: ErrorObject, root: JsonSchema): InputIssue {
  const at = pathOf(error.instancePath);
  const parent = originalOf(error.parentSchema ?? {});
  if (error.propertyName !== undefined) {
    const expected = `a key that is ${expectation(parent, root)}`;
    const received = preview(error.propertyName);
    return { path: at, message: `expected ${expected}; received the key ${received}`, expected, received };
  }
  switch (error.keyword) {
    case "required": {
      const { missingProperty: name } = error.params as { missingProperty: string };
      return issueAt(join(at, name), expectation(propertiesOf(parent)[name] ?? {}, root), undefined);
    }
    case "additionalProperties":
    case "unevaluatedProperties": {
      const { additionalProperty, unevaluatedProperty } = error.params as { [key: string]: string };
      const name = additionalProperty ?? unevaluatedProperty ?? "";
      const known = Object.keys(parent.properties ?? {});
      const near = nearest(name, known);
      const names =
        known.length > 1 ? `the properties are ${known.join(", ")}` : `there is only ${known.join("")}`;
      const list = known.length === 0 ? "there are no properties" : names;
      const received = preview((error.data as Record<string, unknown>)[name]);
      return {
        path: join(at, name),
        message: `is no property here (${list})${near === undefined ? "" : `. Did you mean "${near}"?`}`,
        expected: list,
        received,
      };
    }
    case "false schema":
      return unwanted(at, error.data);
    case "not": {
      const refused = asObject(parent.not as JsonSchema | boolean);
      if (Object.keys(refused).length === 0) return unwanted(at, error.data);
      return issueAt(at, `anything but ${expectation(refused, root)}`, error.data);
    }
    default: {
      const expected = expectation(parent, root);
      return issueAt(
        at,
        isNoNumber(error.data, parent) ? `${expected} that is finite` : expected,
        error.data,
      );
    }
  }
}

function unwanted(path: string, given: unknown): InputIssue {
  const received = preview(given);
  return { path, message: `must be left out; received ${received}`, expected: "nothing", received };
}

/** Whether a number was given where one is asked for, and all the same none that JSON could hold. */
function isNoNumber(given: unknown, schema: JsonSchema): boolean {
  const asksForNumber = typesOf(schema).some((type) => type === "number" || type === "integer");
  return asksForNumber && typeof given === "number" && !Number.isFinite(given);
}

/** From a JSON pointer (`/items/0/sku`) to what one writes in code (`items[0].sku`). */
function pathOf(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(join, "");
}

/** A path with one more step. */
export function join(path: string, part: string): string {
  if (/^\d+$/.test(part)) return `${path}[${part}]`;
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(part)) return `${path}[${JSON.stringify(part)}]`;
  return path === "" ? part : `${path}.${part}`;
}
