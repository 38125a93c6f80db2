import type { Logger } from "../logger";

/** Tells a logger. What it throws is its own affair: a call is answered whatever becomes of its log line. */
export function log(
  logger: Logger | undefined,
  level: "warn" | "error",
  message: string,
  ...details: unknown[]
): void {
  try {
    (logger ?? console)[level](message, ...details);
  } catch {
    // There is nobody left to tell.
  }
}
