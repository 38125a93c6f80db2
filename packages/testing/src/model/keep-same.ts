import { isObject } from "../wire/shapes";

/**
 * Puts what the request before holds in the place of what says the same. A conversation sends its tools, its system
 * prompt and all that was said with each of its requests: kept once, they take room in proportion to their length, and
 * what is known of one of them (its size) need not be found out again.
 */
export function keepSameParts(body: Parts, before: Parts | undefined): void {
  if (before === undefined) return;
  for (const name of Object.keys(body)) {
    const value = body[name];
    const known = before[name];
    if (isSame(value, known)) body[name] = known;
    else if (Array.isArray(value) && Array.isArray(known)) keepSameItems(value, known);
  }
}

type Parts = { [name: string]: unknown };

function keepSameItems(list: unknown[], before: readonly unknown[]): void {
  for (let index = 0; index < list.length && index < before.length; index += 1) {
    if (isSame(list[index], before[index])) list[index] = before[index];
  }
}

/** Those of the request before, where they are the same. */
export function sameHeaders<Headers extends object>(headers: Headers, before: Headers | undefined): Headers {
  return before !== undefined && isSame(headers, before) ? before : headers;
}

/** Of two values that JSON holds, their keys in the same order. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => isSame(value, other[index]))
    );
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  const others = Object.keys(other);
  return (
    keys.length === others.length &&
    keys.every((key, index) => key === others[index] && isSame(one[key], other[key]))
  );
}
