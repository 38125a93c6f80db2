import { SkillsError } from "@skills/core/errors";
import { inspect } from "node:util";

/** What is needed to see a failure again. */
export interface Replay {
  seed: number;
  /** fast-check's path to the smallest failing case. */
  path: string;
}

/** Fuzzing found a case that goes wrong; it is the smallest one that was found. */
export class FuzzError extends SkillsError {
  readonly seed: number;
  readonly path: string;

  constructor(
    what: string,
    details: readonly (readonly [label: string, value: string])[],
    replay: Replay,
    cause?: unknown,
  ) {
    const lines = details.map(([label, value]) => `\n  ${label}: ${value.replaceAll("\n", "\n    ")}`);
    const again = `{ seed: ${String(replay.seed)}, path: ${JSON.stringify(replay.path)} }`;
    super("S507", `${what}${lines.join("")}`, {
      help: `mend it, then see this case again with ${again}`,
      cause,
    });
    this.seed = replay.seed;
    this.path = replay.path;
  }
}

/** What goes wrong in one case; fast-check makes the case small before it is reported. */
export class Finding extends Error {
  constructor(
    message: string,
    readonly details: readonly (readonly [label: string, value: string])[],
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** A value on as many lines as it needs, whole. */
export function shown(value: unknown): string {
  return inspect(value, { depth: Infinity, maxArrayLength: 50, maxStringLength: 500, breakLength: 100 });
}
