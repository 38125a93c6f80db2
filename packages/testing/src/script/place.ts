import type { Place } from "@skills/core";
import { fileURLToPath } from "node:url";

/** `at fn (file:1:2)`, `at file:1:2`, `at async file:1:2`; a path may itself hold brackets: `app/(shop)/x.test.ts`. */
const FRAME = /^at (?:.*? \((?<called>.+)\)|(?:async )?(?<bare>.+))$/;
const LOCATION = /^(.+?):(\d+):\d+$/;

/**
 * Where `callee` was called from, as file and line of the user's source; `skip` leaves out that many callers.
 * The stack is read as a string: only that form is source-mapped by every test runner.
 */
export function callSite(callee: object, skip = 0): Place | undefined {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, callee as () => void);
  for (const frame of holder.stack?.split("\n").slice(1 + skip) ?? []) {
    const { called, bare = "" } = FRAME.exec(frame.trim())?.groups ?? {};
    const [, file, line] = LOCATION.exec(called ?? bare) ?? [];
    if (file !== undefined && !file.startsWith("node:")) return { file: pathOf(file), line: Number(line) };
  }
  return undefined;
}

/** A module for `import` has the address of its file, in which a space is %20. */
function pathOf(file: string): string {
  return file.startsWith("file:") ? fileURLToPath(file) : file;
}

export function printPlace(place: Place | undefined): string {
  if (place === undefined) return "unknown place";
  return place.line === undefined ? place.file : `${place.file}:${String(place.line)}`;
}

/** Lets an error stand where something was written, and not where it was found out: test runners show that line. */
export function standAt<E extends Error>(error: E, place: Place | undefined): E {
  if (place !== undefined) error.stack = `${error.name}: ${error.message}\n    at ${printPlace(place)}:1`;
  return error;
}
