/**
 * What follows a reply: run its calls, send the turn back as it came, or end.
 * A reason that is missing or unknown ends the run and runs nothing: a reply cut off anywhere may hold half a call.
 */
export type NextStep = "run_tools" | "resume" | "stop";

export function nextStep(stopReason: string | null | undefined): NextStep {
  switch (stopReason) {
    case "tool_use":
      return "run_tools";
    case "pause_turn":
    case "compaction":
      return "resume";
    default:
      return "stop";
  }
}
