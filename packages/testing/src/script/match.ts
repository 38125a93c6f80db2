import { inspect } from "node:util";
import type { ScriptedRequest } from "../model/request";

/** A string is found anywhere in the text, whatever its case; a RegExp is tested. */
export type TextMatcher = string | RegExp;

/** Which requests a rule answers; every field that is given must hold. */
export interface RequestMatcher {
  /** The last text that the user said. */
  said?: TextMatcher;
  /** One of the tool results in the last message. */
  result?: TextMatcher;
  /** The system prompt. */
  system?: TextMatcher;
  /** The name of a tool that is offered. */
  tool?: string;
  model?: TextMatcher;
}

/** A text matcher alone looks at what the user said last. */
export type Matcher = TextMatcher | RequestMatcher | ((request: ScriptedRequest) => boolean);

export const MATCHER_KEYS: readonly (keyof RequestMatcher)[] = ["said", "result", "system", "tool", "model"];

export function matches(matcher: Matcher, request: ScriptedRequest): boolean {
  if (typeof matcher === "function") return matcher(request);
  const fields = fieldsOf(matcher);
  return MATCHER_KEYS.every((key) => holds(key, fields[key], request));
}

/** Why the request does not match, one line each, as expected and received; empty: it matches. */
export function mismatches(matcher: Matcher, request: ScriptedRequest): string[] {
  if (typeof matcher === "function") {
    return matcher(request) ? [] : [`its function ${matcher.name || "(anonymous)"} returned false`];
  }
  const fields = fieldsOf(matcher);
  return MATCHER_KEYS.filter((key) => !holds(key, fields[key], request)).map(
    (key) => `${key}: expected ${inspect(fields[key])}, received ${list(candidates(key, request))}`,
  );
}

function fieldsOf(matcher: TextMatcher | RequestMatcher): RequestMatcher {
  return typeof matcher === "string" || matcher instanceof RegExp ? { said: matcher } : matcher;
}

function holds(
  key: keyof RequestMatcher,
  expected: TextMatcher | undefined,
  request: ScriptedRequest,
): boolean {
  if (expected === undefined) return true;
  return candidates(key, request).some((text) =>
    key === "tool" ? text === expected : matchesText(expected, text),
  );
}

function candidates(key: keyof RequestMatcher, request: ScriptedRequest): string[] {
  switch (key) {
    case "said": {
      const { saidLast } = request;
      return saidLast === undefined ? [] : [saidLast];
    }
    case "result":
      return request.results;
    case "system":
      return request.system === "" ? [] : [request.system];
    case "tool":
      return request.tools.map((tool) => String(tool.name));
    case "model":
      return [request.body.model];
  }
}

function matchesText(expected: TextMatcher, text: string): boolean {
  if (typeof expected === "string") return text.toLowerCase().includes(expected.toLowerCase());
  // A global or sticky expression keeps its place between tests.
  return new RegExp(expected.source, expected.flags.replace(/[gy]/g, "")).test(text);
}

function list(received: string[]): string {
  return received.length === 0 ? "none" : received.map((text) => inspect(text)).join(", ");
}
