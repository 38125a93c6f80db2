/**
 * A record by names that users gave: of types, properties, parameters. It is a hash table from the start. One that is
 * still to be filled inherits no name; one of entries is a plain object in the end, as it is when it was read from a
 * built manifest: users compare schemas with `deepStrictEqual`.
 *
 * An object that began as `{}` gets a hidden class by its names. V8 finds such classes again in one tree, which has
 * room for some 1,500 first names in a process; when it is full, each further object that begins with another name, in
 * whatever library, gets classes of its own, one a property. Ten thousand tools whose types had filled the tree took
 * twice the time and the memory to build.
 */
export function recordOf<Value>(entries?: Iterable<readonly [name: string, value: Value]>): {
  [name: string]: Value;
} {
  const record = Object.create(null) as { [name: string]: Value };
  if (entries === undefined) return record;
  for (const [name, value] of entries) record[name] = value;
  return Object.setPrototypeOf(record, Object.prototype) as { [name: string]: Value };
}
