import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const POLL_MS = 20;
/** A lock without its owner's number is one that is just being taken, or was left so by a crash. */
const UNOWNED_MS = 5_000;
/** No compile takes so long. Where the system does not tell more, another process may have the owner's number by now. */
const LONGEST_MS = 10 * 60_000;

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
      writeFileSync(join(path, "owner"), `${String(process.pid)} ${statusOf(process.pid)?.began ?? ""}`);
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
    if (isOlder(guard, UNOWNED_MS)) rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    if (isAbandoned(path)) rmSync(path, { recursive: true, force: true });
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

function isOlder(path: string, ms: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > ms;
}

function isAbandoned(path: string): boolean {
  let owner = "";
  try {
    owner = readFileSync(join(path, "owner"), "utf8");
  } catch {
    // Not written yet.
  }
  if (owner === "") return isOlder(path, UNOWNED_MS);
  const [pid = "", began = ""] = owner.split(" ");
  return !isAlive(Number(pid), began) || isOlder(path, LONGEST_MS);
}

/** @param began as `statusOf` tells, or empty: another process may have the number of one that has ended */
function isAlive(pid: number, began: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const status = statusOf(pid);
  // In a container whose first process does not wait for orphans, one that has ended is listed until the container ends.
  return status === undefined || (status.state !== "Z" && (began === "" || status.began === began));
}

interface Status {
  /** One letter: `Z` for a process that has ended and is still listed. */
  state: string | undefined;
  /** In ticks since the system's own beginning. */
  began: string | undefined;
}

/** What only Linux tells. */
function statusOf(pid: number): Status | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, "utf8");
    // The name before the last parenthesis may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0], began: fields[19] };
  } catch {
    return undefined;
  }
}
