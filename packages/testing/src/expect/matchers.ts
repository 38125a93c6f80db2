import { isDeepStrictEqual } from "node:util";
import type { ScriptedModel } from "../scripted-model";
import { inspectInput } from "./transcript";
import { toolCalls, type CallSource, type ToolCall } from "./calls";

/** What a matcher gives to `expect.extend`, of jest and of vitest. */
export interface MatcherResult {
  pass: boolean;
  message: () => string;
}

/** As much of a matcher's `this` as is used: both runners have it, asymmetric matchers included. */
interface MatcherContext {
  equals?: (received: unknown, expected: unknown) => boolean;
}

/** A tool's name, or a name with the whole input. */
export type ExpectedCall = string | readonly [name: string, input: unknown];

function toHaveCalledTool(
  this: MatcherContext,
  source: CallSource,
  name: string,
  input?: unknown,
): MatcherResult {
  const calls = toolCalls(source);
  const expected: ExpectedCall = input === undefined ? name : [name, input];
  const pass = calls.some((call) => fits(this, call, expected));
  return verdict(pass, `a call to ${print(expected)}`, calls);
}

/** These calls in this order; others may stand between them. */
function toHaveCalledToolsInOrder(
  this: MatcherContext,
  source: CallSource,
  expected: readonly ExpectedCall[],
): MatcherResult {
  const calls = toolCalls(source);
  let found = 0;
  for (const call of calls) {
    const next = expected[found];
    if (next !== undefined && fits(this, call, next)) found += 1;
  }
  return verdict(found === expected.length, `calls in the order ${expected.map(print).join(", ")}`, calls);
}

/** An error result; of this tool, and with this text in it, where they are given. */
function toHaveToolError(
  this: MatcherContext,
  source: CallSource,
  name?: string,
  text?: string | RegExp,
): MatcherResult {
  const calls = toolCalls(source);
  const pass = calls.some(
    ({ name: called, result }) =>
      result?.isError === true &&
      (name === undefined || called === name) &&
      (text === undefined || holds(result.text, text)),
  );
  const what = `an error result${name === undefined ? "" : ` of ${name}`}${text === undefined ? "" : ` with ${String(text)}`}`;
  return verdict(pass, what, calls);
}

function toBeComplete(this: MatcherContext, model: ScriptedModel): MatcherResult {
  try {
    model.assertComplete();
    return { pass: true, message: () => "expected the conversation not to be complete: it is as scripted" };
  } catch (error) {
    if (!isScriptFailure(error)) throw error;
    return { pass: false, message: () => error.message };
  }
}

/** For `expect.extend`: the entry `@skills/testing/jest` does it for jest. */
export const matchers = { toHaveCalledTool, toHaveCalledToolsInOrder, toHaveToolError, toBeComplete };

/** By its code: the model may come from another copy of this package. */
function isScriptFailure(error: unknown): error is Error {
  return error instanceof Error && (error as { code?: unknown }).code === "S502";
}

function fits(
  { equals = isDeepStrictEqual }: MatcherContext,
  call: ToolCall,
  expected: ExpectedCall,
): boolean {
  return typeof expected === "string"
    ? call.name === expected
    : call.name === expected[0] && equals(call.input, expected[1]);
}

function holds(received: string, expected: string | RegExp): boolean {
  return typeof expected === "string" ? received.includes(expected) : expected.test(received);
}

function verdict(pass: boolean, what: string, calls: readonly ToolCall[]): MatcherResult {
  return {
    pass,
    message: () =>
      `expected ${pass ? "no " : ""}${what.replace(/^an? (?=.)/, pass ? "" : "$&")}\nreceived ${list(calls)}`,
  };
}

function print(expected: ExpectedCall): string {
  return typeof expected === "string" ? expected : `${expected[0]} ${inspectInput(expected[1])}`;
}

function list(calls: readonly ToolCall[]): string {
  return calls.length === 0
    ? "no calls"
    : `these calls:${calls.map((call) => `\n  ${call.name} ${inspectInput(call.input)}${printResult(call)}`).join("")}`;
}

function printResult({ result }: ToolCall): string {
  if (result === undefined) return "";
  return `\n    ${result.isError ? "error" : "result"}: ${result.text}`;
}
