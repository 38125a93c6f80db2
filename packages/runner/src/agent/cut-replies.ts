import { completeHistory } from "../history/history";
import type { BetaMessage, BetaMessageParam } from "../sdk-types";

/** Replies cut in a row after which a run stops asking for the rest. */
const MOST_IN_A_ROW = 3;

/** Decides whether a run goes on after a reply that `max_tokens` cut. */
export class CutReplies {
  private inARow = 0;

  constructor(private readonly policy: "stop" | "continue") {}

  /** Asked once for each reply, in order. */
  goesOnAfter({ stop_reason }: Pick<BetaMessage, "stop_reason">): boolean {
    this.inARow = stop_reason === "max_tokens" ? this.inARow + 1 : 0;
    return this.policy === "continue" && this.inARow > 0 && this.inARow <= MOST_IN_A_ROW;
  }
}

/** The history whose last reply was cut, with what the model has to know to go on. */
export function askedForTheRest(history: BetaMessageParam[]): BetaMessageParam[] {
  const whole = completeHistory(history, "Not run: your reply was cut before its end.");
  const text = "Your reply was cut at the limit of its length. Go on from there, in smaller steps.";
  return [...whole, { role: "user", content: text }];
}
