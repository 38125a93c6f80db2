import {
  badInput,
  compactionNotAsked,
  notInvalid,
  notOffered,
  wrongForCompaction,
  type Failure,
  type Situation,
} from "./failures";
import { first } from "../rules/walk";
import { inputProblems } from "../rules/schema-check";
import type { Call, PlacedStep, Step } from "../script/step";
import { isObject } from "../wire/shapes";

/**
 * Why a step cannot answer this request. A script must not test what could not happen: a call to a tool that is not
 * offered, or with an input that breaks its schema, is a mistake in the script unless it says that it is meant.
 */
export function stepProblem(step: Step, placed: PlacedStep, situation: Situation): Failure | undefined {
  const asked = isObject(situation.request.body.compaction);
  const content = step.error === undefined && step.blocks === undefined && step.fault === undefined;
  if (asked && content && step.compaction === undefined) return wrongForCompaction(placed);
  if (!asked && step.compaction !== undefined) return compactionNotAsked(placed);
  return first(step.calls ?? [], ([name, input, options]) =>
    callProblem(
      [name, input, { invalid: step.invalid, notOffered: step.notOffered, ...options }],
      placed,
      situation,
    ),
  );
}

/** A call with everything that its step says of all calls. */
function callProblem(
  [name, input = {}, { toolset, rawJson, invalid, notOffered: mayBeMissing } = {}]: Call,
  placed: PlacedStep,
  situation: Situation,
): Failure | undefined {
  const { tools, toolsets } = situation.offered;
  if (rawJson !== undefined) return undefined;
  const isOffered = toolset === undefined ? tools.has(name) : toolsets.has(toolset);
  if (!isOffered) return mayBeMissing === true ? undefined : notOffered(name, placed, situation);
  // The members of a toolset have no schema in the request.
  if (toolset !== undefined) return undefined;
  const schema = tools.get(name)?.input_schema;
  const problems = inputProblems(schema, input);
  if (invalid === true) return problems.length === 0 ? notInvalid(name, placed) : undefined;
  return problems.length === 0 ? undefined : badInput(name, problems.join("\n"), placed, schema);
}
