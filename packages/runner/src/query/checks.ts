import { statSync } from "node:fs";
import { resolve } from "node:path";
import { RunError } from "../errors";
import { HOOK_EVENTS, matcherOf } from "./hooks";
import type { QueryOptions, QueryPrompt, QueryTransport } from "./options";
import { checkSkills } from "./skills";

/** @throws RunError S420 for an option that cannot be meant, and what `@skills/folders` says of its options */
export function checkQuery(prompt: QueryPrompt, options: QueryOptions, transport?: QueryTransport): void {
  if (typeof prompt === "string" ? prompt.trim() === "" : !isIterable(prompt))
    throw wrong("prompt holds nothing to ask", "give a text, or an async iterable of user messages");
  if (!transport && (typeof options.model !== "string" || options.model === ""))
    throw wrong("options.model is missing", 'name a model, such as "claude-sonnet-5-5"');
  for (const name of ["maxTurns", "maxBudgetUsd", "maxTokens"] as const) {
    const value = options[name];
    if (value !== undefined && !(value > 0))
      throw wrong(`options.${name} is ${String(value)}`, "give a number above 0");
  }
  for (const name of ["tools", "allowedTools", "disallowedTools"] as const) {
    const value: unknown = options[name];
    if (value !== undefined && !Array.isArray(value))
      throw wrong(`options.${name} is no list`, `give a list: ${name}: […]`);
  }
  const both = options.allowedTools?.find((name) => options.disallowedTools?.includes(name));
  if (both !== undefined) {
    throw wrong(
      `${both} is both allowed and disallowed`,
      "leave it out of allowedTools or of disallowedTools",
    );
  }
  checkHooks(options);
  checkSkills(options);
  // Another process may run elsewhere; a session of ours runs here.
  if (transport && "query" in transport) return;
  const { cwd } = options;
  if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    throw wrong(`options.cwd, ${resolve(cwd)}, is no folder`, "name the project's folder, or leave it out");
}

/** Of options that this package does not know: most often a misspelt one, or one that only Claude Code has. */
export function unknownOptions(options: QueryOptions): string[] {
  return Object.keys(options).filter((name) => !Object.hasOwn(KNOWN, name));
}

/** Typed, so that an option that is added has to be added here, too. */
const KNOWN: Record<keyof QueryOptions, true> = {
  client: true,
  model: true,
  maxTokens: true,
  tools: true,
  systemPrompt: true,
  maxTurns: true,
  maxBudgetUsd: true,
  cwd: true,
  additionalDirectories: true,
  settingSources: true,
  plugins: true,
  skills: true,
  abortController: true,
  canUseTool: true,
  allowedTools: true,
  disallowedTools: true,
  permissionMode: true,
  hooks: true,
  outputFormat: true,
  includePartialMessages: true,
  toolTimeoutMs: true,
  state: true,
  params: true,
  prices: true,
  logger: true,
};

function checkHooks({ hooks = {} }: QueryOptions): void {
  for (const [event, matchers] of Object.entries(hooks)) {
    if (!(HOOK_EVENTS as readonly string[]).includes(event))
      throw wrong(
        `options.hooks.${event} is no event of a query`,
        `the events are ${HOOK_EVENTS.join(", ")}`,
      );
    if (!Array.isArray(matchers) || !matchers.every(({ hooks: all }) => Array.isArray(all)))
      throw wrong(`options.hooks.${event} is no list of { matcher?, hooks: […] }`, "give such a list");
    for (const { matcher } of matchers) {
      try {
        matcherOf(matcher);
      } catch {
        throw wrong(
          `options.hooks.${event} has the matcher ${String(matcher)}, which is no regular expression`,
          "give a tool's name, or a regular expression for names",
        );
      }
    }
  }
}

function isIterable(prompt: unknown): boolean {
  return typeof prompt === "object" && prompt !== null && Symbol.asyncIterator in prompt;
}

function wrong(what: string, help: string): RunError {
  return new RunError("S420", what, { help });
}
