import { isObject } from "../wire/shapes";

/**
 * Puts a message of the request before in the place of one that says the same. A conversation sends all that was said
 * with each of its requests: kept once, it takes room in proportion to its length, and what is known of a message (its
 * size) need not be found out again.
 */
export function keepSameMessages(messages: unknown, before: unknown): void {
  if (!Array.isArray(messages) || !Array.isArray(before)) return;
  for (let index = 0; index < messages.length && index < before.length; index += 1) {
    if (isSame(messages[index], before[index])) messages[index] = before[index] as unknown;
  }
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
