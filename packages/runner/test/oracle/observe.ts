import type Anthropic from "@anthropic-ai/sdk";
import type { BetaMessage, BetaMessageParam } from "@anthropic-ai/sdk/resources/beta/messages/messages";
import { ScriptedModel, type ScriptedModelOptions, type ScriptStep } from "@skills/testing";
import { toolRunner, type ToolRunner } from "../../src";
import { quietLogger } from "../desk";

/** What a script's driver sees: the methods that both runners have. */
export type AnyRunner = Pick<
  ToolRunner<never>,
  | "pushMessages"
  | "setMessagesParams"
  | "generateToolResponse"
  | "deferToolCall"
  | "deferredToolCalls"
  | "compactBeforeNextTurn"
  | "addTools"
  | "removeTools"
  | "params"
> &
  AsyncIterable<BetaMessage> &
  PromiseLike<BetaMessage>;

/** Notes what a script's tools were called with. */
export type Note = (call: string) => void;

export interface OracleScript {
  steps: ScriptStep[];
  /** Made anew for each runner. */
  tools: (note: Note) => object[];
  params?: Record<string, unknown>;
  messages?: BetaMessageParam[];
  /** What the caller does with the runner. Default: iterate. */
  drive?: (runner: AnyRunner, note: Note) => Promise<unknown>;
  model?: ScriptedModelOptions;
  /** Ends the run: the options' signal is this controller's. */
  abort?: () => AbortController;
}

/** Everything about a run that its caller or the API can see. */
export interface Observed {
  bodies: unknown[];
  "header anthropic-version": unknown[];
  "header anthropic-beta": unknown[];
  "header x-stainless-helper": unknown[];
  "header x-stainless-helper-method": unknown[];
  calls: string[];
  replies: unknown[];
  outcome: unknown;
  history: unknown;
}

/** A run, and what the strict model found wrong with it. */
interface Run {
  observed: Observed;
  problem: unknown;
}

export async function observe(script: OracleScript, runnerOf: RunnerOf): Promise<Run> {
  const calls: string[] = [];
  const note: Note = (call) => void calls.push(call);
  const model = new ScriptedModel(script.steps, script.model);
  const params = {
    model: "claude-sonnet-5-5",
    max_tokens: 1000,
    messages: script.messages ?? [{ role: "user", content: "Where is order A1?" }],
    tools: script.tools(note),
    ...script.params,
  };
  const logger = quietLogger();
  const client = model.client({ maxRetries: 0, logger });
  const signal = script.abort?.().signal;
  const runner = runnerOf(client, params, signal ? { signal } : {}, logger);
  const replies: unknown[] = [];
  const watched = watch(runner, replies);
  let outcome: unknown;
  try {
    await (script.drive ?? iterate)(watched, note);
    outcome = "ended";
  } catch (error) {
    outcome = error instanceof Error ? error.constructor.name : error;
  }
  const header = (name: string) => model.requests.map(({ headers }) => headers[name] ?? null);
  const observed = {
    bodies: model.requests.map((request) => request.body),
    "header anthropic-version": header("anthropic-version"),
    "header anthropic-beta": header("anthropic-beta"),
    "header x-stainless-helper": header("x-stainless-helper"),
    "header x-stainless-helper-method": header("x-stainless-helper-method"),
    calls,
    replies,
    outcome,
    history: runner.params.messages,
  };
  return { observed, problem: problemOf(model) };
}

function problemOf(model: ScriptedModel): unknown {
  try {
    model.assertComplete();
    return undefined;
  } catch (error) {
    return error;
  }
}

type RunnerOf = typeof ours;

export function ours(
  client: Anthropic,
  params: Parameters<typeof toolRunner>[1],
  options: { signal?: AbortSignal },
  logger: ReturnType<typeof quietLogger>,
): AnyRunner {
  return toolRunner(client, params, { ...options, logger }) as unknown as AnyRunner;
}

/** The SDK's, with whole histories. */
export function theirs(client: Anthropic, params: object, options: { signal?: AbortSignal }): AnyRunner {
  const runner = client.beta.messages.toolRunner({ ...params, thread: false } as never, options);
  return runner;
}

async function iterate(runner: AnyRunner): Promise<void> {
  for await (const item of runner) if ("finalMessage" in item) await (item as Finishing).finalMessage();
}

interface Finishing {
  finalMessage(): Promise<BetaMessage>;
}

/** The runner, with every item of its iteration noted. */
function watch(runner: AnyRunner, replies: unknown[]): AnyRunner {
  return new Proxy(runner, {
    get(target, name) {
      if (name === Symbol.asyncIterator) {
        return async function* () {
          for await (const item of target) {
            if (!("finalMessage" in item)) replies.push([item.stop_reason, item.content]);
            yield item;
            if ("finalMessage" in item) {
              const message = await (item as Finishing).finalMessage().catch(() => undefined);
              replies.push([message?.stop_reason, message?.content]);
            }
          }
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
