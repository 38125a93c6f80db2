import { resultMessage, type Answer } from "@skills/core";
import type { CallAnswer } from "./call-runner";
import type { BetaContentBlockParam, BetaToolResultBlockParam } from "../sdk-types";

/** A turn's answers, with what a tool returned for other calls of the turn in those calls' results. */
export function withMovedOutputs(answers: CallAnswer[]): CallAnswer[] {
  if (!answers.some(({ output }) => output?.elsewhere)) return answers;
  // Core's blocks are the API's: it only has fewer names for them.
  const content = resultMessage(answers as unknown as Answer[]).content as BetaContentBlockParam[];
  const results = content.slice(0, answers.length) as BetaToolResultBlockParam[];
  return answers.map((answer, index) => {
    const { toolset_name } = answer.result;
    const isLast = index === answers.length - 1;
    return {
      ...answer,
      result: { ...(results[index] ?? answer.result), ...(toolset_name && { toolset_name }) },
      following: isLast ? content.slice(answers.length) : [],
    };
  });
}
