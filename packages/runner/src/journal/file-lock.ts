import { randomUUID } from "node:crypto";
import {
  linkSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { RunError } from "../errors";
import { isAlive, thisProcess, type ProcessId } from "./process-id";

/** Whose lock it is, and which one of theirs. */
interface Owner extends ProcessId {
  name: string;
}

/**
 * Keep other processes and threads from a file; a lock that was left by a process that is gone counts for nothing.
 * @returns the way to let go
 * @throws RunError S419 where the file is in use
 */
export function lockFile(path: string): () => void {
  const lock = `${join(realpathSync(dirname(path)), basename(path))}.lock`;
  take(lock, path);
  return () => remove(lock);
}

/** A lock file that is being made: its process's number and start, its own name. */
const MAKING = /\.lock\.(?:.*\.)?(\d+)-(\d+)-[\da-f-]{36}$/;
/** A claim to replace the lock of that name. */
const CLAIM = /^(.*?\.lock)\.([\da-f-]{36})\.dead$/;

/**
 * Removes what processes left in a folder that were killed while they took a lock. It takes nothing from those that
 * live.
 * @param beginning of the names of the files that the locks are for
 */
export function sweepLocks(folder: string, beginning = ""): void {
  for (const file of readdirSync(folder)) {
    if (!file.startsWith(beginning)) continue;
    const [, pid, startedMs] = MAKING.exec(file) ?? [];
    const [, lock = "", claimed] = CLAIM.exec(file) ?? [];
    const isLeft =
      pid === undefined
        ? // The lock of that name is gone for good, and so is whatever anybody may want of the claim.
          claimed !== undefined && read(join(folder, lock))?.name !== claimed
        : !isAlive({ pid: Number(pid), startedMs: Number(startedMs) });
    if (isLeft) remove(join(folder, file));
  }
}

/**
 * Makes the lock file, whole or not at all. One that a dead process left is replaced by whoever holds the lock of that
 * name: of two processes that find it, the second would else remove the first one's new lock for the old.
 */
function take(lock: string, path: string): void {
  const name = randomUUID();
  const { pid, startedMs } = thisProcess;
  const own = `${lock}.${String(pid)}-${String(startedMs)}-${name}`;
  writeFileSync(own, `${String(pid)} ${name} ${String(startedMs)}`);
  try {
    while (!isMade(own, lock)) {
      const found = read(lock);
      if (!found) continue;
      if (isAlive(found)) throw inUse(path, lock, found);
      const claim = `${lock}.${found.name}.dead`;
      take(claim, path);
      try {
        if (read(lock)?.name !== found.name) continue;
        renameSync(own, lock);
        return;
      } finally {
        remove(claim);
      }
    }
  } finally {
    remove(own);
  }
}

function isMade(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
    return false;
  }
}

function inUse(path: string, lock: string, { pid }: Owner): RunError {
  const isHere = pid === thisProcess.pid;
  const owner = isHere ? "this process" : `process ${String(pid)}`;
  // No thread can tell whether another one still lives.
  const thread = isHere ? `; if the thread that had it open was terminated, delete ${lock}` : "";
  return new RunError("S419", `${path} is in use by ${owner}`, {
    help: `close it there first: one run writes one file${thread}`,
  });
}

/** Undefined where the lock is gone by now. */
function read(lock: string): Owner | undefined {
  try {
    const [, pid, name = "", startedMs] = /^(\d+) ?([\w-]*) ?(\d*)$/.exec(readFileSync(lock, "utf8")) ?? [];
    return { pid: Number(pid), name, startedMs: Number(startedMs) };
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
  }
}
