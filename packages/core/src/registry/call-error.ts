import { SkillsError } from "../errors";
import type { CallOutcome } from "../dispatch/outcomes";

/** Why a call between tools gave no value. */
export class CallError extends SkillsError {
  /** The tool that was asked for. */
  readonly toolName: string;
  readonly outcome: Exclude<CallOutcome, "ok">;

  constructor(
    toolName: string,
    outcome: Exclude<CallOutcome, "ok">,
    message: string,
    options: { code?: string; help?: string; cause?: unknown } = {},
  ) {
    super(options.code ?? "S308", message, options);
    this.toolName = toolName;
    this.outcome = outcome;
  }
}

/** A tool asked for one that its class does not name in `uses` (E0012 in other documents). */
export class CapabilityError extends CallError {
  constructor(toolName: string, uses: readonly string[]) {
    const may = uses.length === 0 ? "it names none" : `it names ${uses.join(", ")}`;
    super(toolName, "denied", `${toolName} is not among the tools that this class may call: ${may} (E0012)`, {
      code: "S307",
      help: `add it to the class: @Skill({ uses: ["${toolName}"] })`,
    });
  }
}
