import { Memory } from "../model/memory";
import { profileOf } from "../model/profiles";
import { ScriptedRequest, type RequestBody } from "../model/request";
import { firstBreach } from "../rules";
import { RuleContext } from "../rules/context";

const MODEL = "claude-sonnet-5-5";
/** A history has no header that could name its betas. */
const ALLOWED: ReadonlySet<string> = new Set(["beta-header"]);

/** What the API would say against a history that is sent with a next word of the user; undefined: it takes it. */
export function historyProblem(messages: RequestBody["messages"]): string | undefined {
  const request = new ScriptedRequest(0, { model: MODEL, max_tokens: 1000, messages });
  const context = new RuleContext(request, profileOf(MODEL), new Memory());
  const broken = firstBreach(context, ALLOWED);
  return broken && `${broken.breach.message} (rule ${broken.rule.name})`;
}
