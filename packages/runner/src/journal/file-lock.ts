import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, realpathSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { RunError } from "../errors";

/** Locks of this process. Its number in a lock file says little: in a container every process may be number 1. */
const held = new Set<string>();

/**
 * Keep other processes from a file; a lock that was left by a process that is gone counts for nothing.
 * @returns the way to let go
 * @throws RunError S419 where the file is in use
 */
export function lockFile(path: string): () => void {
  const lock = `${join(realpathSync(dirname(path)), basename(path))}.lock`;
  if (held.has(lock)) throw inUse(path, process.pid);
  take(lock, path);
  held.add(lock);
  return () => {
    held.delete(lock);
    remove(lock);
  };
}

/**
 * Makes the lock file, whole or not at all. One that a dead process left is replaced by whoever holds the lock of that
 * name: of two processes that find it, the second would else remove the first one's new lock for the old.
 */
function take(lock: string, path: string): void {
  const name = randomUUID();
  const own = `${lock}.${name}`;
  writeFileSync(own, `${String(process.pid)} ${name}`);
  try {
    while (!isMade(own, lock)) {
      const found = read(lock);
      if (!found) continue;
      if (isAlive(found.pid)) throw inUse(path, found.pid);
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

function inUse(path: string, owner: number): RunError {
  return new RunError("S419", `${path} is in use by process ${String(owner)}`, {
    help: "close it there first: one run writes one file",
  });
}

/** Who made the lock, and which lock of theirs it is; undefined where it is gone by now. */
function read(lock: string): { pid: number; name: string } | undefined {
  try {
    const [, pid, name = ""] = /^(\d+) ?([\w-]*)$/.exec(readFileSync(lock, "utf8")) ?? [];
    return { pid: Number(pid), name };
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether another process of this number lives. */
function isAlive(pid: number): boolean {
  // 0 and below are groups of processes; and what this process holds is known without its file.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
  }
}
