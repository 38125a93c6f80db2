import type { Declarations } from "./declare/declarations";
import type { ToolTraceListener } from "./dispatch/trace";
import type { Manifest } from "./manifest";

/** What every copy of this package in a process shares. */
interface Store {
  declarations: WeakMap<object, Declarations>;
  /** Manifests given by `useManifest`, newest first. */
  manifests: Manifest[];
  /** `ToolNotFoundError`s that came out of a tool's own body. */
  thrownInsideTool: WeakSet<object>;
  /** `Result`s made by `ok` and `err`. */
  results: WeakSet<object>;
  /** Each copy's class `ToolContext`. */
  contexts: WeakSet<object>;
  /** Who hears of every call. */
  listeners: Set<ToolTraceListener>;
  /** Counts the changes of all sets: where it stands still, what was made of sets still holds. */
  changes: number;
}

/** On globalThis, so that two installed copies of this package know the same things. */
const KEY = Symbol.for("@skills/core");

export const store = ((globalThis as { [KEY]?: Store })[KEY] ??= {} as Store);
// Part by part: another version of this package, which knows fewer of them, may have come first.
store.declarations ??= new WeakMap();
store.manifests ??= [];
store.thrownInsideTool ??= new WeakSet();
store.results ??= new WeakSet();
store.contexts ??= new WeakSet();
store.listeners ??= new Set();
store.changes ??= 0;
