import type { Place } from "@skills/core";
import type { Fault } from "./faults";
import type { Matcher } from "./match";
import type { ScriptedRequest } from "../model/request";
import type { ReplyBlock, Usage } from "../wire/shapes";

/** How one scripted call differs from a plain one. */
export interface CallOptions {
  /** Default: the next of `toolu_0001`, `toolu_0002`, … */
  id?: string;
  /** The input breaks the tool's schema on purpose. */
  invalid?: boolean;
  /** The tool is not offered, on purpose. */
  notOffered?: boolean;
  /** Of a member of a browser or computer toolset. */
  toolset?: string;
  /** What is streamed in place of the input's JSON: to test a client on input that does not parse. */
  rawJson?: string;
}

/** A call that the model makes: tool name, input, and what is special about it. */
export type Call = readonly [name: string, input?: unknown, options?: CallOptions];

/** An error in place of a reply. */
export interface ErrorReply {
  status: number;
  /** Default: the type the API gives with that status. */
  type?: string;
  message?: string;
  /** `details.error_code`. */
  code?: string;
  /** Seconds, sent as `retry-after`. */
  retryAfter?: number;
  /** Sent as `x-should-retry`, which the SDK obeys before anything else. */
  shouldRetry?: boolean;
}

/** One reply of the scripted model. Not to be changed once the script is made: a reply that changes is a function's. */
export interface Step {
  text?: string;
  /** Several calls are made in parallel, in one turn. */
  calls?: readonly Call[];
  /** Stands before text and calls. A string gets a signature of its own. */
  thinking?: string | { thinking: string; signature: string };
  /** The reply's content as it is, in place of text, calls and thinking. Calls without an id get one. */
  blocks?: readonly ReplyBlock[];
  /** The reply to a request for a compaction: the summary. */
  compaction?: string;
  /** Default: `tool_use` where there are calls, else `end_turn`. */
  stopReason?: string | null;
  /** With stop reason `stop_sequence`. */
  stopSequence?: string;
  /** In place of the estimate. */
  usage?: Partial<Usage>;
  error?: ErrorReply;
  /** What goes wrong while the reply is sent. */
  fault?: Fault;
  /** Time before the reply begins. */
  latencyMs?: number;
  /** Fragments that each block is streamed in. Default 1. */
  chunks?: number;
  /** Every call's input breaks its schema on purpose; see `CallOptions` for one call. */
  invalid?: boolean;
  /** Every call's tool is not offered, on purpose. */
  notOffered?: boolean;
  /** Makes the step a rule: it answers whichever request matches, in any order, before the ordered steps. */
  when?: Matcher;
  /** With `when`: how many requests the rule answers. Default 1; `any` is never left over. */
  times?: number | "any";
  /** With `when`: the reply, made from the request. */
  reply?: StepFunction;
}

/** Makes a step when the request is there. */
export type StepFunction = (request: ScriptedRequest) => Step | Promise<Step>;

export type ScriptStep = Step | StepFunction;

/** A step with its number and place, for the messages of failures. */
export interface PlacedStep {
  step: ScriptStep;
  /** From 1. */
  number: number;
  place: Place | undefined;
}

const places = new WeakMap<object, Place>();

/** Says where a step was written, where it is known better than by the script's own place. */
export function rememberPlace(step: ScriptStep, place: Place | undefined): void {
  if (place !== undefined) places.set(step, place);
}

/** Numbers the steps; each has its own place, or the script's. */
export function placeSteps(script: Iterable<ScriptStep>, place: Place | undefined): PlacedStep[] {
  return Array.from(script, (step, index) => ({
    step,
    number: index + 1,
    place: (isReference(step) ? places.get(step) : undefined) ?? place,
  }));
}

function isReference(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
