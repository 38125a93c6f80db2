import { SkillsError } from "@skills/core/errors";
import { inspect } from "node:util";
import { FAULT_KEYS } from "./faults";
import { MATCHER_KEYS } from "./match";
import { printPlace, standAt } from "./place";
import type { Call, PlacedStep, ScriptStep, Step } from "./step";
import { isObject } from "../wire/shapes";

const STEP_KEYS: Readonly<Record<keyof Step, true>> = {
  text: true,
  calls: true,
  thinking: true,
  blocks: true,
  compaction: true,
  stopReason: true,
  stopSequence: true,
  usage: true,
  error: true,
  fault: true,
  latencyMs: true,
  chunks: true,
  invalid: true,
  notOffered: true,
  when: true,
  times: true,
  reply: true,
};
const CALL_KEYS = ["id", "invalid", "notOffered", "toolset", "rawJson"];
const ERROR_KEYS = ["status", "type", "message", "code", "retryAfter", "shouldRetry"];
const CONTENT_KEYS = ["text", "calls", "thinking", "blocks", "compaction"] as const;
/** Stop reasons that a reply with calls never has: the calls are what it stopped for. */
const NOT_WITH_CALLS: readonly unknown[] = ["end_turn", "stop_sequence", "compaction"];

/**
 * Refuses a step that could not be a reply of the API.
 * @throws SkillsError S501 with the step's number and place
 */
export function checkStep(placed: PlacedStep): Step {
  const fault = problem(placed.step);
  if (fault !== undefined) {
    const { number, place } = placed;
    const what = `step ${String(number)} of the script: ${fault.what}`;
    throw standAt(new SkillsError("S501", what, { place, help: fault.help }), place);
  }
  return placed.step as Step;
}

/** Steps that are functions are checked when they have made their step. */
export function checkScript(steps: readonly PlacedStep[]): void {
  for (const placed of steps) if (typeof placed.step !== "function") checkStep(placed);
}

interface Problem {
  what: string;
  help: string;
}

function problem(step: ScriptStep): Problem | undefined {
  if (!isObject(step)) {
    return {
      what: `expected an object such as { text: "…" } or a function, received ${inspect(step)}`,
      help: "write { text: … }, { calls: [[name, input]] }, { error: { status } } or a function of the request",
    };
  }
  return (
    unknownKey(step, Object.keys(STEP_KEYS), "a step") ??
    contentProblem(step) ??
    callsProblem(step) ??
    stopProblem(step) ??
    ruleProblem(step) ??
    errorProblem(step) ??
    faultProblem(step) ??
    numberProblem(step)
  );
}

function unknownKey(value: object, known: readonly string[], what: string): Problem | undefined {
  const key = Object.keys(value).find((name) => !known.includes(name));
  return key === undefined
    ? undefined
    : { what: `${inspect(key)} is no field of ${what}`, help: `the fields are ${known.join(", ")}` };
}

function contentProblem(step: Step): Problem | undefined {
  const given = CONTENT_KEYS.filter((key) => step[key] !== undefined);
  if (step.reply !== undefined || step.error !== undefined) {
    const other = step.reply !== undefined ? "reply" : "error";
    return given.length === 0
      ? undefined
      : { what: `it has both ${other} and ${given.join(", ")}`, help: `keep only one of them` };
  }
  if (given.length === 0 && step.fault === undefined) {
    return {
      what: "it says nothing",
      help: "give it text, calls, thinking, blocks or error; a reply without content is { blocks: [] }",
    };
  }
  const alone = given.find((key) => key === "blocks" || key === "compaction");
  if (alone !== undefined && given.length > 1) {
    return {
      what: `${alone} stands beside ${given.filter((key) => key !== alone).join(", ")}`,
      help: `${alone} is the whole content of a reply`,
    };
  }
  if (step.text === "" || (step.text !== undefined && typeof step.text !== "string")) {
    return {
      what: `text is ${inspect(step.text)}`,
      help: "the API sends no empty text blocks; a reply without content is { blocks: [] }",
    };
  }
  return undefined;
}

function callsProblem(step: Step): Problem | undefined {
  if (step.calls === undefined) return undefined;
  const form = 'calls are [[name, input], …], e.g. [["lookupOrder", { id: "A1" }]]';
  if (!Array.isArray(step.calls) || step.calls.length === 0) {
    return { what: `calls is ${inspect(step.calls)}`, help: form };
  }
  for (const call of step.calls as readonly Call[]) {
    if (!Array.isArray(call) || typeof call[0] !== "string" || call[0] === "" || call.length > 3) {
      return { what: `${inspect(call)} is no call`, help: form };
    }
    if (call[1] !== undefined && !isObject(call[1])) {
      return { what: `the input of ${call[0]} is ${inspect(call[1])}`, help: "an input is an object" };
    }
    const extra = call[2] === undefined ? undefined : unknownKey(call[2], CALL_KEYS, "a call's options");
    if (extra !== undefined) return extra;
  }
  return undefined;
}

function stopProblem(step: Step): Problem | undefined {
  const calls = step.calls !== undefined || step.blocks?.some((block) => block.type === "tool_use") === true;
  if (step.stopReason === undefined) return undefined;
  if (calls && NOT_WITH_CALLS.includes(step.stopReason)) {
    return {
      what: `it has calls and the stop reason ${inspect(step.stopReason)}`,
      help: "a reply with calls stops for tool_use, or is cut (max_tokens, refusal, pause_turn, …)",
    };
  }
  if (!calls && step.stopReason === "tool_use") {
    return {
      what: "it has the stop reason 'tool_use' and no calls",
      help: "give it calls, or leave stopReason out",
    };
  }
  return undefined;
}

function ruleProblem(step: Step): Problem | undefined {
  if (step.when === undefined) {
    const only = (["times", "reply"] as const).find((key) => step[key] !== undefined);
    return only && { what: `${only} without when`, help: "times and reply belong to rules: give it a when" };
  }
  if (step.times !== undefined && step.times !== "any" && !(Number.isInteger(step.times) && step.times > 0)) {
    return { what: `times is ${inspect(step.times)}`, help: 'times is a whole number above 0, or "any"' };
  }
  if (step.reply !== undefined && typeof step.reply !== "function") {
    return { what: `reply is ${inspect(step.reply)}`, help: "reply is a function of the request" };
  }
  const { when } = step;
  if (typeof when === "function" || typeof when === "string" || when instanceof RegExp) return undefined;
  if (!isObject(when))
    return { what: `when is ${inspect(when)}`, help: "a text, a RegExp, an object or a function" };
  return unknownKey(when, MATCHER_KEYS, "when");
}

function errorProblem(step: Step): Problem | undefined {
  if (step.error === undefined) return undefined;
  if (!isObject(step.error) || !Number.isInteger(step.error.status) || step.error.status < 400) {
    return { what: `error is ${inspect(step.error)}`, help: "an error has a status of 400 or above" };
  }
  return unknownKey(step.error, ERROR_KEYS, "error");
}

function faultProblem(step: Step): Problem | undefined {
  if (step.fault === undefined) return undefined;
  const kinds = Object.keys(FAULT_KEYS).join(", ");
  const known = isObject(step.fault) && Object.hasOwn(FAULT_KEYS, step.fault.kind);
  if (!known) return { what: `fault is ${inspect(step.fault)}`, help: `a fault has a kind: ${kinds}` };
  return unknownKey(step.fault, FAULT_KEYS[step.fault.kind], `a fault of kind ${step.fault.kind}`);
}

function numberProblem(step: Step): Problem | undefined {
  if (step.latencyMs !== undefined && !(step.latencyMs >= 0)) {
    return { what: `latencyMs is ${inspect(step.latencyMs)}`, help: "milliseconds, 0 or more" };
  }
  if (step.chunks !== undefined && !(Number.isInteger(step.chunks) && step.chunks > 0)) {
    return { what: `chunks is ${inspect(step.chunks)}`, help: "a whole number above 0" };
  }
  return undefined;
}

/** A step in a few words, for messages. */
export function describeStep({ step, number, place }: PlacedStep): string {
  return `step ${String(number)} (${summary(step)}) at ${printPlace(place)}`;
}

function summary(step: ScriptStep): string {
  if (typeof step === "function") return `function ${step.name || "(anonymous)"}`;
  const { when, ...fields } = step;
  const rule = when === undefined ? "" : `when ${short(when)} `;
  const kind = (
    ["reply", "error", "calls", "text", "blocks", "compaction", "thinking", "fault"] as const
  ).find((key) => fields[key] !== undefined);
  return kind === undefined ? rule.trim() : `${rule}${kind}: ${short(fields[kind])}`;
}

function short(value: unknown): string {
  const text = inspect(value, { breakLength: Infinity, compact: true, depth: 4 });
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
