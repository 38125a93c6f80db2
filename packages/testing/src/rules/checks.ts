import { isObject } from "../wire/shapes";
import { first } from "./walk";

// What the API says of a value that is not of its type, as checks that are put together from smaller ones.

/** Why the value at a path is not of a type. */
export type Check = (value: unknown, path: string) => string | undefined;

type Checks = Readonly<Record<string, Check>>;

export function valid(type: string, holds: (value: unknown) => boolean): Check {
  return (value, path) => (holds(value) ? undefined : `${path}: Input should be a valid ${type}`);
}

export const text = valid("string", (value) => typeof value === "string");
export const integer = valid("integer", Number.isInteger);
export const boolean = valid("boolean", (value) => typeof value === "boolean");
export const dictionary = valid("dictionary", isObject);

export function atLeast(least: number): Check {
  return (value, path) =>
    Number(value) < least ? `${path}: Input should be greater than or equal to ${String(least)}` : undefined;
}

export function list(each: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return `${path}: Input should be a valid list`;
    return first(value as unknown[], (item, index) => each(item, `${path}.${String(index)}`));
  };
}

/** One after the other, until one finds something. */
export function all(...checks: readonly Check[]): Check {
  return (value, path) => first(checks, (check) => check(value, path));
}

/** What may be left out may also be null. */
export function optional(check: Check): Check {
  return (value, path) => (value === undefined || value === null ? undefined : check(value, path));
}

/** An object in which these fields are of these types; the others are not looked at. */
export function fields(checks: Checks): Check {
  const named = Object.entries(checks);
  return (value, path) =>
    isObject(value)
      ? first(named, ([key, check]) => check(value[key], `${path}.${key}`))
      : dictionary(value, path);
}

/** As `fields`, for those that must be there. */
export function required(checks: Checks): Check {
  return fields(
    Object.fromEntries(
      Object.entries(checks).map(([key, check]) => [
        key,
        (value, path) => (value === undefined ? `${path}: Field required` : check(value, path)),
      ]),
    ),
  );
}

export function oneOf(...known: readonly string[]): Check {
  const names = known.map((name) => `'${name}'`);
  const last = names.pop() ?? "";
  const listed = names.length === 0 ? last : `${names.join(", ")} or ${last}`;
  return (value, path) => (isOneOf(known, value) ? undefined : `${path}: Input should be ${listed}`);
}

/** An object that says by `type` which of several it is. */
export function tagged(known: readonly string[], more = ""): Check {
  const tags = known.map((name) => `'${name}'`).join(", ");
  return (value, path) => {
    if (!isObject(value)) return dictionary(value, path);
    const { type } = value;
    if (type === undefined) return `${path}: Unable to extract tag using discriminator 'type'`;
    return isOneOf(known, type)
      ? undefined
      : `${path}: Input tag '${typeof type === "string" ? type : JSON.stringify(type)}' found using 'type' does not match any of the expected tags: ${tags}${more}`;
  };
}

/** As `tagged`, with what each kind has to be; the path then names the kind. */
export function union(kinds: Checks): Check {
  return all(tagged(Object.keys(kinds)), (value, path) => {
    const type = isObject(value) ? String(value.type) : "";
    return kinds[type]?.(value, `${path}.${type}`);
  });
}

function isOneOf(known: readonly unknown[], value: unknown): boolean {
  return known.includes(value);
}
