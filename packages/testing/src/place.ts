import type { Place } from "@skills/core";

const FRAME = /\(?(?:file:\/\/)?((?:[A-Za-z]:)?[^():]+):(\d+):\d+\)?$/;

/**
 * Where `callee` was called from, as file and line of the user's source. The stack is read as a string: only
 * that form is source-mapped by every test runner.
 */
export function callSite(callee: abstract new (...args: never[]) => unknown): Place | undefined;
export function callSite(callee: (...args: never[]) => unknown): Place | undefined;
export function callSite(callee: object): Place | undefined {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, callee as () => void);
  for (const frame of holder.stack?.split("\n").slice(1) ?? []) {
    const [, file, line] = FRAME.exec(frame.trim()) ?? [];
    if (file !== undefined && !file.includes("node:")) return { file, line: Number(line) };
  }
  return undefined;
}

export function printPlace(place: Place | undefined): string {
  if (place === undefined) return "unknown place";
  return place.line === undefined ? place.file : `${place.file}:${String(place.line)}`;
}
