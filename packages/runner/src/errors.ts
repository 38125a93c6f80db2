import { SkillsError, type SkillsErrorOptions } from "@skills/core";
import type { RunState } from "./journal/run-state";
import type { BetaMessageParam } from "./sdk-types";

/** A run that was set up wrong, or that ended by an error. */
export class RunError extends SkillsError {
  /** The history up to the error, complete: the API accepts it, and a next run can go on from it. */
  declare messages: BetaMessageParam[];
  /** Of an error that ended a run of an agent: where it stood, for `agent.resume`. */
  declare state?: RunState;

  constructor(
    code: string,
    message: string,
    options: SkillsErrorOptions & { messages?: BetaMessageParam[] } = {},
  ) {
    super(code, message, options);
    // Whoever logs the error logs no conversation with it.
    for (const name of ["messages", "state"])
      Object.defineProperty(this, name, { writable: true, enumerable: false });
    this.messages = options.messages ?? [];
  }
}

/** Whether the error is of the SDK's class of this name, from whichever copy of the SDK. */
export function isSdkError(error: unknown, className: string): boolean {
  if (!(error instanceof Error)) return false;
  for (let proto: unknown = Object.getPrototypeOf(error); proto; proto = Object.getPrototypeOf(proto)) {
    if (proto.constructor.name === className) return true;
  }
  return false;
}

/** What the client itself throws for a request whose signal is aborted: its own class, where it has one. */
export function abortError(client: object): Error {
  const { APIUserAbortError } = client.constructor as { APIUserAbortError?: new () => Error };
  return APIUserAbortError ? new APIUserAbortError() : new DOMException("The run was aborted", "AbortError");
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
