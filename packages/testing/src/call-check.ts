import {
  badInput,
  compactionNotAsked,
  notInvalid,
  notOffered,
  wrongForCompaction,
  type Failure,
} from "./failures";
import type { Offered } from "./offered";
import type { Progress } from "./progress";
import type { ScriptedRequest } from "./request";
import { inputProblems } from "./schema-check";
import type { Call, PlacedStep, Step } from "./script";
import { isObject } from "./wire";

/** Why a step cannot answer this request. */
export function stepProblem(
  step: Step,
  placed: PlacedStep,
  request: ScriptedRequest,
  offered: Offered,
  progress: Progress,
): Failure | undefined {
  const asked = isObject(request.body.compaction);
  const content = step.error === undefined && step.blocks === undefined && step.fault === undefined;
  if (asked && content && step.compaction === undefined) return wrongForCompaction(placed);
  if (!asked && step.compaction !== undefined) return compactionNotAsked(placed);
  return callProblem(step, placed, request, offered, progress);
}

/**
 * A script must not test what could not happen: a call to a tool that is not offered, or with an input that
 * breaks its schema, is a mistake in the script unless it says that it is meant.
 */
function callProblem(
  step: Step,
  placed: PlacedStep,
  request: ScriptedRequest,
  offered: Offered,
  progress: Progress,
): Failure | undefined {
  for (const call of step.calls ?? []) {
    const problem = checkCall(call, step, placed, request, offered, progress);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function checkCall(
  [name, input = {}, options = {}]: Call,
  step: Step,
  placed: PlacedStep,
  request: ScriptedRequest,
  offered: Offered,
  progress: Progress,
): Failure | undefined {
  if (options.rawJson !== undefined) return undefined;
  const { toolset } = options;
  const meant = options.notOffered ?? step.notOffered ?? false;
  const there = toolset === undefined ? offered.tools.has(name) : offered.toolsets.has(toolset);
  if (!there) return meant ? undefined : notOffered(name, placed, request, offered, progress);
  if (toolset !== undefined) return undefined;
  const schema = offered.tools.get(name)?.input_schema;
  const invalid = options.invalid ?? step.invalid ?? false;
  const problems = inputProblems(schema, input);
  if (invalid) return problems.length === 0 ? notInvalid(name, placed) : undefined;
  return problems.length === 0 ? undefined : badInput(name, problems.join("\n"), placed, schema);
}
