import { SkillsError } from "@skills/core";

/** An argument of a command that cannot be used. */
export function usage(message: string, help: string, cause?: unknown): SkillsError {
  return new SkillsError("S252", message, { help, cause });
}
