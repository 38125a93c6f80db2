/**
 * JSON for any value, never a crash. What JSON cannot hold gets a defined form:
 *
 * - bigint: its digits, as a number where it is a safe integer, else as a string
 * - Map: an object by its keys · Set: an array · bytes: base64 · RegExp: its text
 * - Error: name and message, then its own fields, without the stack
 * - a cycle: "[circular]" · beyond 500 levels: "[nested too deeply]"
 * - a `toJSON` or getter that throws: "[unreadable: why]"
 * - functions and symbols are left out, as JSON leaves them out
 */
export function jsonText(value: unknown): string | undefined {
  return JSON.stringify(plainJson(value));
}

/** The same as plain JSON values. */
export function plainJson(value: unknown): unknown {
  return isPlain(value) ? value : plain(value, { objects: [], whole: digits, absent: null });
}

/**
 * The same for a check against a schema, whose integer a bigint is, however large. What is undefined in a list stays
 * undefined: no type allows or forbids the null that JSON writes there.
 */
export function comparableJson(value: unknown): unknown {
  return isPlain(value) ? value : plain(value, { objects: [], whole: Number, absent: undefined });
}

function digits(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** What is known on the way down. */
interface Way {
  /** The objects that the value is in. */
  objects: readonly object[];
  whole: (value: bigint) => number | string;
  /** What stands for undefined in a list. */
  absent: null | undefined;
}

/** Whether JSON holds the value as it is. Most results: they need no copy. */
function isPlain(value: unknown): boolean {
  try {
    return isPlainAt(value, 0);
  } catch {
    // A getter or a proxy.
    return false;
  }
}

function isPlainAt(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
      return value.isWellFormed();
    case "object":
      return value === null || isPlainObject(value, depth);
    default:
      return typeof value !== "bigint";
  }
}

const DEEPEST = 64;

function isPlainObject(value: object, depth: number): boolean {
  if (depth > DEEPEST || "toJSON" in value) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlainAt(item, depth + 1)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  // Faster than by `Object.keys`.
  for (const key in value) if (!isPlainAt((value as Record<string, unknown>)[key], depth + 1)) return false;
  return true;
}

/** Far below what overflows a stack, wherever it stands. */
const MOST_LEVELS = 500;

function plain(value: unknown, above: Way): unknown {
  if (typeof value === "bigint") return above.whole(value);
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (above.objects.includes(value)) return "[circular]";
  if (above.objects.length >= MOST_LEVELS) return "[nested too deeply]";
  const way = { ...above, objects: [...above.objects, value] };
  try {
    if (typeof (value as { toJSON?: unknown }).toJSON === "function" && !ArrayBuffer.isView(value)) {
      const json = (value as { toJSON(key: string): unknown }).toJSON("");
      return json === value ? members(value, way) : plain(json, way);
    }
    return members(value, way);
  } catch (error) {
    return unreadable(error);
  }
}

function unreadable(error: unknown): string {
  try {
    return `[unreadable: ${error instanceof Error ? error.message : String(error)}]`.toWellFormed();
  } catch {
    return "[unreadable]";
  }
}

function members(value: object, way: Way): unknown {
  if (Array.isArray(value)) return value.map((item) => element(item, way));
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [keyText(key), plain(item, way)]));
  if (value instanceof Set) return [...value].map((item) => element(item, way));
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString("base64");
  if (value instanceof RegExp) return String(value);
  if (value instanceof Error) return fields(value, ["name", "message", ...keysOfError(value)], way);
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf();
  return fields(value, Object.keys(value), way);
}

/** A stack tells a model nothing, and others too much. */
function keysOfError(error: Error): string[] {
  return Object.keys(error).filter((key) => key !== "name" && key !== "message" && key !== "stack");
}

function fields(value: object, keys: readonly string[], way: Way): unknown {
  const owner = value as Record<string, unknown>;
  return Object.fromEntries(keys.map((key) => [key.toWellFormed(), property(owner, key, way)]));
}

function element(item: unknown, way: Way): unknown {
  const json = plain(item, way);
  return json === undefined ? way.absent : json;
}

function property(owner: Record<string, unknown>, key: string, way: Way): unknown {
  try {
    return plain(owner[key], way);
  } catch (error) {
    return unreadable(error);
  }
}

function keyText(key: unknown): string {
  return typeof key === "object" && key !== null ? (jsonText(key) ?? "") : String(key);
}
