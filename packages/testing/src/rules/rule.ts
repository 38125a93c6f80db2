import type { RuleContext } from "./context";

/** How a request breaks a rule, in the API's own words. */
export interface Breach {
  message: string;
  /** Default 400. */
  status?: number;
  /** `details.error_code`. */
  code?: string;
  /** What to do about it, where it is more than the rule's own help. */
  help?: string;
}

/** One thing that the API refuses. */
export interface Rule {
  /** The row of the list that this package keeps to (docs of the Messages API on the wire). */
  row: number | "compaction" | "inline-tools" | "threads" | "toolsets";
  /** For `allow`. */
  name: string;
  /** How to mend a request that breaks it. */
  help: string;
  /**
   * What it says of a message follows from that message alone. A conversation sends all that was said with each of its
   * requests: the rule is shown the messages that no legal request before has brought.
   */
  ofMessages?: true;
  /** The first breach. */
  check(context: RuleContext): Breach | string | undefined;
}
