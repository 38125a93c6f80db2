/**
 * A record by names that users gave: of types, properties, parameters. It inherits no name, and it is a hash table from
 * the start.
 *
 * An object that began as `{}` gets a hidden class by its names. V8 finds such classes again in one tree, which has
 * room for some 1,500 first names in a process; when it is full, each further object that begins with another name, in
 * whatever library, gets classes of its own, one a property. Ten thousand tools whose types had filled the tree took
 * twice the time and the memory to build.
 */
export function recordOf<Value>(entries: Iterable<readonly [name: string, value: Value]> = []): {
  [name: string]: Value;
} {
  const record = Object.create(null) as { [name: string]: Value };
  for (const [name, value] of entries) record[name] = value;
  return record;
}
