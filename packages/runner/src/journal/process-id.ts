/** A process, told apart from a later one that got its number: in a container each may be number 1. */
export interface ProcessId {
  pid: number;
  /** When it started, in milliseconds of the machine's clock since boot: all its threads find the same, within some. */
  startedMs: number;
}

/** Milliseconds by which two threads may differ about their process's start; no other can start as soon. */
const TOLERANCE_MS = 50;

export const thisProcess: ProcessId = { pid: process.pid, startedMs: startedMs() };

/** The two clocks are read one after the other: where the thread was held up in between, another attempt is nearer. */
function startedMs(): number {
  const attempts = [1, 2, 3].map(() => Number(process.hrtime.bigint()) / 1e6 - process.uptime() * 1000);
  return Math.round(Math.max(...attempts));
}

/** Whether that process still lives: this one, in another thread perhaps, or another one of its number. */
export function isAlive({ pid, startedMs }: ProcessId): boolean {
  // 0 and below are groups of processes.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (pid === thisProcess.pid) return Math.abs(startedMs - thisProcess.startedMs) < TOLERANCE_MS;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
