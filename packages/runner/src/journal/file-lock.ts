import { readFileSync, realpathSync, unlinkSync, writeFileSync } from "node:fs";
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
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
      const owner = ownerOf(lock);
      if (owner !== undefined && owner !== process.pid && isAlive(owner)) throw inUse(path, owner);
      remove(lock);
    }
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    remove(lock);
  };
}

function inUse(path: string, owner: number): RunError {
  return new RunError("S419", `${path} is in use by process ${String(owner)}`, {
    help: "close it there first: one run writes one file",
  });
}

function ownerOf(lock: string): number | undefined {
  try {
    const owner = Number(readFileSync(lock, "utf8"));
    // 0 and below are groups of processes. A lock without a number: its process died while it wrote it.
    return Number.isInteger(owner) && owner > 0 ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

function remove(lock: string): void {
  try {
    unlinkSync(lock);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
  }
}
