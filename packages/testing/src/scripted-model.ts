/** @ts-ignore: an optional peer, whose types are any where it is not installed */
import type { Anthropic, ClientOptions } from "@anthropic-ai/sdk";
import { SkillsError, type Place } from "@skills/core/errors";
import type { Abortable } from "./wire/connection";
import { checkScript, checkStep } from "./script/check-script";
import { makeClient } from "./faces/client";
import { sleepOn, systemClock, type Clock } from "./clock";
import { errorOutcome, type Outcome } from "./model/exchange";
import { stepProblem } from "./model/call-check";
import {
  badStep,
  failure,
  leftovers,
  scriptThrew,
  ScriptFailedError,
  surroundings,
  unscripted,
  Situation,
  type Failure,
} from "./model/failures";
import { Memory } from "./model/memory";
import { keepSameParts } from "./model/keep-same";
import { callSite, standAt } from "./script/place";
import { ScriptedPort } from "./faces/port";
import { profileOf, type ModelProfile } from "./model/profiles";
import { Progress } from "./script/progress";
import { Ids } from "./model/ids";
import { makeMessage } from "./model/reply";
import { Contents } from "./model/content";
import type { ScriptedRequest } from "./model/request";
import { firstBreach, RULE_NAMES } from "./rules";
import { RuleContext } from "./rules/context";
import type { Breach } from "./rules/rule";
import { TRANSPORT_RULES, type TransportRule } from "./rules/transport";
import { placeSteps, type PlacedStep, type ScriptStep, type Step } from "./script/step";
import type { ListenOptions, ScriptedServer } from "./faces/server";
import { Threads, type Threaded } from "./model/threads";
import { announce, isWatched } from "./watch";
import type { Message, Usage } from "./wire/shapes";

/** How replies are streamed; the same for every face. */
export interface StreamOptions {
  /** Fragments a block, where the step does not say. Default 1. */
  chunks?: number;
  /** Bytes that are written at a time: cuts frames and UTF-8 sequences. Default: all that is there. */
  bytes?: number;
  /** End lines with CRLF. */
  crlf?: boolean;
  /** Escape everything beyond ASCII in streamed inputs. */
  escapes?: boolean;
  /** Default true. */
  pings?: boolean;
}

export interface ScriptedModelOptions {
  /** Names of rules that requests may break. */
  allow?: readonly string[];
  /** Limits of the model, over those that its name implies. */
  profile?: Partial<ModelProfile>;
  /** Of every reply, where its step does not say. */
  usage?: Partial<Usage>;
  stream?: StreamOptions;
  /** What latencies are measured by. Default: the system's; a `VirtualClock` makes them cost no time. */
  clock?: Clock;
}

/**
 * A model that says what its script says, in process (`client()`, `port()`) or over loopback HTTP (`listen()`),
 * and that is as strict with requests as the API. At the end of a test `assertComplete()`, or the disposal of
 * the model, throws for everything that was not as scripted.
 */
export class ScriptedModel implements Disposable, AsyncDisposable {
  /**
   * Every request so far, those that were refused included. To be read, not written: a message that came again, with
   * the next request of its conversation, is one object in both (tools and headers, too), and so is what a step's
   * replies say.
   */
  readonly requests: ScriptedRequest[] = [];
  /** Everything that will fail the test. */
  readonly failures: Failure[] = [];
  /** @internal */
  readonly streaming: StreamOptions;

  /** @internal Whether anybody has asked since the last request. */
  asserted = false;

  /** Where it was made. */
  private readonly place: Place | undefined;
  private readonly progress: Progress;
  private readonly ids = new Ids();
  private readonly contents = new Contents();
  private readonly memory = new Memory();
  /** The messages of requests that broke no rule. */
  private readonly judged = new WeakSet<object>();
  private readonly threads = new Threads();
  private readonly allowed: ReadonlySet<string>;
  private readonly profiles = new Map<unknown, ModelProfile>();
  private readonly servers = new Set<ScriptedServer>();

  /** @throws SkillsError S501 where a step could not be a reply of the API, or `allow` names no rule */
  constructor(
    // A list apart: for an unknown key TypeScript then names the key, and not the iterator that it is in.
    script: readonly ScriptStep[] | Iterable<ScriptStep> = [],
    private readonly options: ScriptedModelOptions = {},
  ) {
    const place = (this.place = callSite(new.target));
    const steps = placeSteps(script, place);
    checkScript(steps);
    this.allowed = new Set(options.allow);
    for (const name of this.allowed) {
      if (RULE_NAMES.has(name)) continue;
      const help = `the rules are ${[...RULE_NAMES].join(", ")}`;
      const what = `allow names ${JSON.stringify(name)}, which is no rule`;
      throw standAt(new SkillsError("S501", what, { place, help }), place);
    }
    this.progress = new Progress(steps);
    this.streaming = options.stream ?? {};
    announce(this);
  }

  /**
   * A real client of the SDK, whose `fetch` is this model. Options (`maxRetries`, …) go to the client.
   *
   * Its type is that of the place where it is given: to TypeScript the SDK's class for `import` is another than that for
   * `require`, though the client serves both.
   *
   * @throws SkillsError S503 where `@anthropic-ai/sdk` is not installed
   */
  client<Client = Anthropic>(options: ClientOptions = {}): NonNullable<Client> {
    return makeClient(this, options) as object as NonNullable<Client>;
  }

  /** The same model without the SDK and without HTTP, in the shape of the SDK's client. */
  port(): ScriptedPort {
    return new ScriptedPort(this);
  }

  /**
   * The same model on http://127.0.0.1, for any client. Close it, or dispose of it.
   * @throws SkillsError S504 where the port is in use
   */
  async listen(options: ListenOptions = {}): Promise<ScriptedServer> {
    const { listen } = require("./faces/server") as typeof import("./faces/server");
    const server = await listen(this, options);
    this.servers.add(server);
    return server;
  }

  /** Steps that no request has asked for. */
  get stepsLeft(): number {
    return this.progress.left.length;
  }

  /** Takes the failures so far off the record: for a test that means to make them. */
  takeFailures(): Failure[] {
    return this.failures.splice(0);
  }

  /** @throws ScriptFailedError with every failure so far, and each step that is left over */
  assertComplete(): void {
    this.asserted = true;
    const { failures } = this;
    const all = [...failures, ...leftovers(this.progress.left, failures.length > 0)];
    if (all.length > 0) throw new ScriptFailedError(all);
  }

  /** @internal As `assertComplete`, where no line of the test asks: the error stands where the model was made. */
  check(): void {
    try {
      this.assertComplete();
    } catch (error) {
      throw standAt(error as ScriptFailedError, this.place);
    }
  }

  /**
   * As `assertComplete`. An error that the test threw before is then the `suppressed` one of a `SuppressedError`; under
   * the entry for jest the disposal throws nothing, so that the test's own error stands first: the check after the
   * test says the rest.
   */
  [Symbol.dispose](): void {
    if (!isWatched()) this.check();
  }

  /** Closes every server that listens for this model. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.servers, (server) => server.close()));
    this.servers.clear();
  }

  /** Also closes the servers. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    this[Symbol.dispose]();
  }

  /** The reply to a request that the script does not answer; undefined: there is none, which is a failure. */
  protected unscripted(_request: ScriptedRequest): ScriptStep | undefined | Promise<ScriptStep | undefined> {
    return undefined;
  }

  /** @internal The next request's id. */
  nextRequestId(): string {
    return this.ids.next("req");
  }

  /** @internal A request that was refused before its body could be judged. */
  reject(rule: TransportRule, message: string): void {
    if (this.allowed.has(rule)) return;
    const help = `${TRANSPORT_RULES[rule]}; a test that needs it says { allow: [${JSON.stringify(rule)}] }`;
    const what = `A request breaks the rule ${rule}: the API would refuse it.`;
    this.failures.push(
      failure(
        "violation",
        what,
        [
          ["error", message],
          ["help", help],
        ],
        rule,
      ),
    );
  }

  /** @internal */
  allows(rule: TransportRule): boolean {
    return this.allowed.has(rule);
  }

  /** @internal What the model answers: the one way in for all faces. */
  async exchange(received: ScriptedRequest, requestId: string, client: Abortable): Promise<Outcome> {
    const before = this.requests.at(-1);
    this.requests.push(received);
    this.asserted = false;
    keepSameParts(received.body, before?.body);
    const threaded = this.threads.expand(received);
    let sent: Message | undefined;
    try {
      const outcome = await this.answer(threaded, requestId, client);
      if (outcome.kind === "message") received.reply = sent = outcome.message;
      return outcome;
    } finally {
      this.threads.settle(threaded, sent);
    }
  }

  private async answer(
    { request, breach }: Threaded,
    requestId: string,
    client: Abortable,
  ): Promise<Outcome> {
    const situation = new Situation(request, this.progress);
    if (breach !== undefined) return this.violation("threads", breach, situation, requestId);
    const refused = this.judge(situation, requestId);
    if (refused !== undefined) return refused;
    let placed: PlacedStep | undefined;
    try {
      placed = this.progress.take(request) ?? (await this.improvise(request));
    } catch (error) {
      return this.fail(requestId, scriptThrew(error, request));
    }
    if (placed === undefined) return this.fail(requestId, unscripted(situation));
    let step: Step;
    try {
      step = await resolveStep(placed, request);
    } catch (error) {
      return this.fail(requestId, badStep(error, placed));
    }
    const problem = stepProblem(step, placed, situation);
    if (problem !== undefined) return this.fail(requestId, problem);
    if (step.latencyMs !== undefined) {
      await sleepOn(this.options.clock ?? systemClock, step.latencyMs, client.signal);
    }
    return this.outcome(step, placed, request, requestId);
  }

  private judge(situation: Situation, requestId: string): Outcome | undefined {
    const { request } = situation;
    const profile = this.profile(request.body.model);
    const broken = firstBreach(new RuleContext(request, profile, this.memory, this.judged), this.allowed);
    if (broken === undefined) return undefined;
    const { rule, breach } = broken;
    return this.violation(rule.name, { help: rule.help, ...breach }, situation, requestId);
  }

  private profile(model: string): ModelProfile {
    let profile = this.profiles.get(model);
    if (profile === undefined) {
      profile = profileOf(model, this.options.profile);
      this.profiles.set(model, profile);
    }
    return profile;
  }

  private violation(rule: string, breach: Breach, situation: Situation, requestId: string): Outcome {
    const { message, code, status = 400, help = "" } = breach;
    const allow = `a test that needs it says { allow: [${JSON.stringify(rule)}] }`;
    const what = `Request ${String(situation.request.index + 1)} breaks the rule ${rule}: the API would refuse it.`;
    const details: [string, string][] = [
      ["error", message],
      ...surroundings(situation),
      ["help", [help, RULE_NAMES.has(rule) ? allow : ""].filter((part) => part !== "").join("; ")],
    ];
    this.failures.push(failure("violation", what, details, rule));
    return errorOutcome(requestId, { status, message, ...(code !== undefined && { code }) });
  }

  private async improvise(request: ScriptedRequest): Promise<PlacedStep | undefined> {
    const step = await this.unscripted(request);
    return step === undefined ? undefined : { step, number: request.index + 1, place: undefined };
  }

  /**
   * The code under test gets an error that no client retries; the test gets the failure. Where every model is checked
   * after its test, that check says the whole: it need not stand twice.
   */
  private fail(requestId: string, problem: Failure): Outcome {
    this.failures.push(problem);
    const { message } = problem;
    return errorOutcome(requestId, {
      status: 400,
      message: `Scripted model: ${isWatched() ? message.replace(/\n[^]*/, "") : message}`,
      shouldRetry: false,
    });
  }

  private outcome(step: Step, placed: PlacedStep, request: ScriptedRequest, requestId: string): Outcome {
    const { fault } = step;
    if (step.error !== undefined) return { ...errorOutcome(requestId, step.error), fault };
    const id = this.ids.next("msg");
    const content = this.contents.of(step, placed, this.ids);
    const message = makeMessage(step, content, request, id, this.options.usage ?? {});
    this.memory.remember(message);
    const chunks = step.chunks ?? this.streaming.chunks ?? 1;
    return { kind: "message", requestId, message, content, chunks, calls: step.calls ?? [], fault };
  }
}

/** A function's step, and a rule's reply, are made now and checked like any other. */
async function resolveStep(placed: PlacedStep, request: ScriptedRequest): Promise<Step> {
  const { step } = placed;
  if (typeof step === "function") return checkStep({ ...placed, step: await step(request) });
  if (step.reply === undefined) return step;
  return checkStep({ ...placed, step: await step.reply(request) });
}
