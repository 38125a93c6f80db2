import type { ScriptedModel } from "./scripted-model";

/** Looks at every model that is made: for test runners that check them without being told. */
export type Watcher = (model: ScriptedModel) => void;

/** On `globalThis`, so that a runner's entry also sees the models of another installed copy of this package. */
const KEY = Symbol.for("@skills/testing/watcher");

interface Watched {
  [KEY]?: Watcher;
}

/** One watcher at a time; undefined ends it. */
export function watchModels(next: Watcher | undefined): void {
  (globalThis as Watched)[KEY] = next;
}

export function announce(model: ScriptedModel): void {
  (globalThis as Watched)[KEY]?.(model);
}

/** Whether somebody checks every model at the end of each test. */
export function isWatched(): boolean {
  return (globalThis as Watched)[KEY] !== undefined;
}
