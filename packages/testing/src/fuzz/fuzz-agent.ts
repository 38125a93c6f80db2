/** @ts-ignore: an optional peer, whose types are any where it is not installed */
import type { Anthropic, ClientOptions } from "@anthropic-ai/sdk";
import type { ScriptedRequest, RequestBody } from "../model/request";
import type { ScriptStep } from "../script/step";
import { ScriptedModel, type StreamOptions } from "../scripted-model";
import { formatTranscript } from "../expect/transcript";
import { isObject } from "../wire/shapes";
import { Behaviour, moves, type Move } from "./behaviour";
import { Finding, FuzzError, shown } from "./fuzz-error";
import { historyProblem } from "./legal";
import { loadFastCheck } from "./load";
import { seedOf } from "./seed";

/** The program under test: it talks to the model through the client, and ends. */
export type AgentUnderTest = (client: Anthropic, model: ScriptedModel) => unknown;

export interface FuzzAgentOptions {
  /** Conversations. Default 50. */
  runs?: number;
  /** Default: that of `fc.configureGlobal`, or a new one each time; a failure prints it. */
  seed?: number;
  /** Of a failure: runs that case alone. */
  path?: string;
  /** Turns in which the model does as it likes; then it ends its turn each time. Default 8. */
  maxMoves?: number;
  /** Errors of the API and broken connections, too. Default true. */
  faults?: boolean;
  /** Milliseconds for one conversation. Default 5,000. */
  timeoutMs?: number;
  /** Whether the agent may end with this error. Default: with any. */
  mayThrow?: (error: unknown) => boolean;
  /** Of the client: `maxRetries`, … */
  client?: ClientOptions;
  stream?: StreamOptions;
}

/** Requests after the model's last move: an agent that asks more often will ask for ever. */
const MOST_AFTERWARDS = 50;

/** See `lazy.ts`, through which users call it. */
export async function fuzzAgent(
  agent: AgentUnderTest,
  options: FuzzAgentOptions = {},
): Promise<{ seed: number; runs: number }> {
  const fc = loadFastCheck("fuzzAgent");
  const { runs = 50, path, maxMoves = 8, faults = true } = options;
  const seed = seedOf(fc, options.seed);
  const behaviour = new Behaviour(fc);
  const property = fc.asyncProperty(fc.array(moves(fc, faults), { maxLength: maxMoves }), (played) =>
    converse(agent, played, behaviour, options),
  );
  const details = await fc.check(property, { numRuns: runs, seed, ...(path !== undefined && { path }) });
  if (!details.failed) return { seed, runs: details.numRuns };
  const { errorInstance: error, counterexamplePath } = details;
  if (!(error instanceof Finding)) throw error;
  throw new FuzzError(
    `fuzzing the agent: ${error.message}`,
    error.details,
    { seed, path: counterexamplePath ?? "" },
    error.cause,
  );
}

/** Plays moves in place of a script. */
class FuzzedModel extends ScriptedModel {
  private played = 0;

  constructor(
    private readonly moves: readonly Move[],
    private readonly behaviour: Behaviour,
    stream: StreamOptions | undefined,
  ) {
    super([], { stream });
  }

  /** Whether it was asked again and again although it had ended its turn. */
  get isWornOut(): boolean {
    return this.played > this.moves.length + MOST_AFTERWARDS;
  }

  protected override unscripted(request: ScriptedRequest): ScriptStep {
    const move = this.moves[this.played++] ?? { says: "Done." };
    if (this.isWornOut) return { error: { status: 400, message: "Enough.", shouldRetry: false } };
    return this.behaviour.step(move, request);
  }
}

async function converse(
  agent: AgentUnderTest,
  played: readonly Move[],
  behaviour: Behaviour,
  options: FuzzAgentOptions,
): Promise<void> {
  const model = new FuzzedModel(played, behaviour, options.stream);
  const client = model.client(options.client);
  const end = await ended(async () => agent(client, model), options.timeoutMs ?? 5_000);
  const failures = model.takeFailures();
  const last = model.requests.at(-1);
  const details: [string, string][] = [
    ["the model's moves", shown(played)],
    ["transcript", last === undefined ? "no request" : formatTranscript(last.messages)],
  ];
  if (model.isWornOut) throw new Finding("it goes on asking after the model has ended its turn", details);
  if (end === undefined) throw new Finding("it does not end", details);
  const [failed] = failures;
  if (failed !== undefined) throw new Finding(failed.message, [["the model's moves", shown(played)]]);
  const { error, value } = end;
  if (error !== undefined && options.mayThrow?.(error) === false) {
    throw new Finding(
      "it throws",
      [...details, ["error", error instanceof Error ? error.message : shown(error)]],
      error,
    );
  }
  const messages = messagesOf(error) ?? messagesOf(value);
  const problem = messages && historyProblem([...messages, { role: "user", content: "Go on." }]);
  if (problem === undefined) return;
  throw new Finding("its history is not one that the API takes", [
    ...details.slice(0, 1),
    ["error", problem],
    ["history", shown(messages)],
  ]);
}

/** How the agent ended; undefined: it did not. */
async function ended(
  run: () => Promise<unknown>,
  timeoutMs: number,
): Promise<{ value?: unknown; error?: unknown } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  const end = run().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  try {
    return await Promise.race([end, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The history that a result or an error carries, as it would be sent. */
function messagesOf(value: unknown): RequestBody["messages"] | undefined {
  const messages = Array.isArray(value)
    ? value
    : isObject(value) || value instanceof Error
      ? (value as { messages?: unknown }).messages
      : undefined;
  if (!Array.isArray(messages) || messages.length === 0) return undefined;
  return JSON.parse(JSON.stringify(messages)) as RequestBody["messages"];
}
