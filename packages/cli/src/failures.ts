import { SkillsError } from "@skills/core";
import { EXIT, type ExitCode } from "./exit-codes";
import { printJson, styled, type Io } from "./io";

/** Says why a command failed: what the user can mend in a few lines, a fault of ours with all that is known of it. */
export function reportFailure(io: Io, error: unknown, asJson: boolean): ExitCode {
  const isYours = isSkillsError(error) || isOfFiles(error);
  if (asJson) {
    const { code = null, plainMessage, message, help, place } = error as Partial<SkillsError>;
    const said = plainMessage ?? message ?? String(error);
    printJson(io, { error: { code, message: said, ...(place && { place }), ...(help && { help }) } });
  } else if (isYours) {
    io.err(`${styled(io, "red", "error")} ${error.message}${causeOf(error)}\n`);
  } else {
    io.err(`skills failed, and that is a fault of its own: please report it with what follows.\n`);
    io.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  }
  return isYours ? EXIT.yours : EXIT.ours;
}

/** Also one of another copy of core. */
function isSkillsError(error: unknown): error is SkillsError {
  if (error instanceof SkillsError) return true;
  return error instanceof Error && /^S\d{3}$/.test(String((error as { code?: unknown }).code));
}

/** A folder that cannot be written, a disk that is full. */
function isOfFiles(error: unknown): error is Error {
  const { code } = (error ?? {}) as { code?: unknown };
  return ["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EISDIR"].includes(String(code));
}

function causeOf({ cause }: Error): string {
  if (cause === undefined) return "";
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return `\n  because: ${text.replaceAll("\n", "\n  ")}`;
}
