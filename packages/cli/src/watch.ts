import { watch, type FSWatcher } from "node:fs";

/** Editors write in several steps. */
const SETTLE_MS = 60;

/**
 * Calls `onChange` once the folders are watched and after each change in them, until the process is told to stop.
 *
 * @param onChange gives the folders to watch from then on
 * @param signals where the word to stop comes from
 */
export function untilStopped(
  folders: readonly string[],
  onChange: () => readonly string[],
  signals: Pick<NodeJS.Process, "once" | "off"> = process,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const watchers = new Map<string, FSWatcher>();
    let timer: NodeJS.Timeout | undefined;

    const follow = (wanted: readonly string[]): void => {
      for (const [folder, watcher] of watchers) {
        if (wanted.includes(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      for (const folder of wanted) if (!watchers.has(folder)) add(folder);
    };
    const add = (folder: string): void => {
      try {
        const watcher = watch(folder, changed);
        // A folder that is gone: the change is told by the one above it.
        watcher.on("error", () => {
          watcher.close();
          watchers.delete(folder);
        });
        watchers.set(folder, watcher);
        // What changed in it before is told by nobody.
        changed();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      }
    };
    const changed = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        orFail(() => {
          follow(onChange());
        });
      }, SETTLE_MS);
    };
    const orFail = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        stop();
      }
    };
    const stop = (): void => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      signals.off("SIGINT", stop);
      signals.off("SIGTERM", stop);
      resolve();
    };
    signals.once("SIGINT", stop);
    signals.once("SIGTERM", stop);
    orFail(() => {
      follow(folders);
    });
  });
}
