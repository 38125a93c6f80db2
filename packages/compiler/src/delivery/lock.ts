import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const POLL_MS = 20;
/** A lock without its owner's number is one that is just being taken, or was left so by a crash. */
const UNOWNED_MS = 5_000;

/**
 * Runs `work` while no other process runs under the same lock. Taken over from an owner that is gone. Where the lock
 * cannot be made at all, `work` runs without it.
 *
 * @param path a folder that the lock creates: the one step that a file system does for one process only
 */
export function underLock<Result>(path: string, work: () => Result): Result {
  const isHeld = acquire(path);
  try {
    return work();
  } finally {
    if (isHeld) rmSync(path, { recursive: true, force: true });
  }
}

function acquire(path: string): boolean {
  for (;;) {
    try {
      mkdirSync(path);
      writeFileSync(join(path, "owner"), String(process.pid));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") return false;
    }
    if (isAbandoned(path)) removeAbandoned(path);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
}

/**
 * One process at a time looks again and removes: of two that saw the same dead owner, the slower would otherwise
 * remove the lock that the faster has taken since.
 */
function removeAbandoned(path: string): void {
  const guard = `${path}.takeover`;
  try {
    mkdirSync(guard);
  } catch {
    if (isOld(guard)) rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    if (isAbandoned(path)) rmSync(path, { recursive: true, force: true });
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

function isOld(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > UNOWNED_MS;
}

function isAbandoned(path: string): boolean {
  let owner = "";
  try {
    owner = readFileSync(join(path, "owner"), "utf8");
  } catch {
    // Not written yet.
  }
  return owner === "" ? isOld(path) : !isAlive(Number(owner));
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Ended, but still listed: in a container whose first process does not wait for orphans, until the container ends. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${String(pid)}/stat`, "utf8"));
  } catch {
    return false;
  }
}
