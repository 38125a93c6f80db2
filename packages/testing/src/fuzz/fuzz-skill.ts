import {
  answerToolUse,
  resultMessage,
  SkillsError,
  type Answer,
  type InputIssue,
  type Logger,
  type RunToolOptions,
  type SkillClass,
  type ToolDefinition,
  type ToolSet,
  type ToolUse,
} from "@skills/core";
/** @ts-ignore: an optional peer, whose types are any where it is not installed */
import type { Arbitrary } from "fast-check";
import { Finding, FuzzError, shown } from "./fuzz-error";
import { inputsOf, noValue } from "./inputs";
import { Judge } from "./judge";
import { historyProblem } from "./legal";
import { loadFastCheck, type Fc } from "./load";
import { mutantsOf, type Mutant } from "./mutants";
import { schemaOf } from "./schema";
import { seedOf } from "./seed";
import { spied, type Spied } from "./spied";

export interface FuzzSkillOptions {
  /** Valid inputs a tool. Default 100; each also gives up to 20 mutants. */
  runs?: number;
  /** Default: that of `fc.configureGlobal`, or a new one each time; a failure prints it. */
  seed?: number;
  /** Of a failure: runs that case alone. Give `tools` with it. */
  path?: string;
  /** Only these, by wire name. */
  tools?: readonly string[];
  /** In place of what is made from the schema, by tool name. */
  inputs?: { readonly [tool: string]: Arbitrary<unknown> };
  /** Whether a tool may fail with this on a valid input. Default: with anything, as long as the result is legal. */
  mayThrow?: (error: unknown, toolUse: ToolUse) => boolean;
  /** Milliseconds for one call, where the tool sets no limit of its own. Default 5,000. */
  timeoutMs?: number;
  /** What every call is run with: `state`, `registry`, … */
  run?: Omit<RunToolOptions, "lenient" | "logger">;
}

export interface FuzzReport {
  seed: number;
  tools: { name: string; inputs: number; mutants: number }[];
}

/** Of one valid input: more would be more of the same. */
const MOST_MUTANTS = 20;
const SILENT: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** See `lazy.ts`, through which users call it. */
export async function fuzzSkill(
  target: SkillClass | object,
  options: FuzzSkillOptions = {},
): Promise<FuzzReport> {
  const fc = loadFastCheck("fuzzSkill");
  const seed = seedOf(fc, options.seed);
  const subject = spied(target);
  const all = subject.set.toolsSchema;
  for (const name of options.tools ?? []) {
    if (all.some((tool) => tool.name === name)) continue;
    const help = `the tools are ${all.map((tool) => tool.name).join(", ")}`;
    throw new SkillsError("S508", `there is no tool ${JSON.stringify(name)} to fuzz`, { help });
  }
  const tools: FuzzReport["tools"] = [];
  for (const tool of all) {
    if (options.tools?.includes(tool.name) === false) continue;
    tools.push(await fuzzTool(fc, subject, tool, seed, options));
  }
  return { seed, tools };
}

async function fuzzTool(
  fc: Fc,
  subject: Spied,
  tool: ToolDefinition,
  seed: number,
  options: FuzzSkillOptions,
): Promise<FuzzReport["tools"][number]> {
  const { runs = 100, path } = options;
  const run = new ToolRun(subject, tool, options);
  const inputs = options.inputs?.[tool.name] ?? inputsOf(fc, tool.input_schema);
  const property = fc.asyncProperty(inputs, fc.nat(), async (input, start) => {
    fc.pre(run.judge.accepts(input));
    await run.hold(input, start);
  });
  const details = await fc.check(property, {
    numRuns: runs,
    seed,
    maxSkipsPerRun: 100,
    ...(path !== undefined && { path }),
  });
  if (!details.failed) return { name: tool.name, inputs: details.numRuns, mutants: run.mutants };
  const { errorInstance: error, counterexamplePath } = details;
  if (!(error instanceof Finding)) {
    if (error instanceof Error) throw error;
    throw noValue(`of ${tool.name}, too few of the inputs that were tried do`);
  }
  const replay = { seed, path: counterexamplePath ?? "" };
  throw new FuzzError(`fuzzing ${tool.name}: ${error.message}`, error.details, replay, error.cause);
}

class ToolRun {
  readonly judge: Judge;
  mutants = 0;
  private readonly set: ToolSet;

  constructor(
    private readonly subject: Spied,
    private readonly tool: ToolDefinition,
    private readonly options: FuzzSkillOptions,
  ) {
    this.set = subject.set;
    this.judge = new Judge(schemaOf(tool.input_schema));
  }

  /** @throws Finding */
  async hold(input: unknown, start: number): Promise<void> {
    await this.holdValid(input);
    const all = [...mutantsOf(schemaOf(this.tool.input_schema), input, this.judge)];
    const first = all.length === 0 ? 0 : start % all.length;
    for (const mutant of [...all.slice(first), ...all.slice(0, first)].slice(0, MOST_MUTANTS)) {
      this.mutants += 1;
      await this.holdMutant(mutant);
    }
  }

  private async holdValid(input: unknown): Promise<void> {
    const { toolUse, answer } = await this.call(input);
    const { error, outcome } = answer;
    const details: [string, string][] = [["input", shown(input)]];
    const fail = (what: string): never => {
      throw new Finding(what, error === undefined ? details : [...details, ["error", textOf(error)]], error);
    };
    if (outcome === "invalid_input") fail("an input that fits the schema is refused");
    if (outcome === "timeout" && this.set.tool(this.tool.name)?.options.limits?.timeoutMs === undefined) {
      fail("the call does not end");
    }
    if (codeOf(error) === "S306") fail("what it returns does not fit its output schema");
    if (codeOf(error) === "S305") fail("its result is not one that the API takes");
    if (error !== undefined && this.options.mayThrow?.(error, toolUse) === false) fail("it throws");
    this.holdResult(toolUse, answer, details);
  }

  private async holdMutant({ input, fault, path, places }: Mutant): Promise<void> {
    const before = this.subject.calls();
    const { toolUse, answer } = await this.call(input);
    const at = path === "" ? "the input itself" : path;
    const details: [string, string][] = [
      ["input", shown(input)],
      ["fault", `${at} is ${fault}`.replace("is with", "comes with")],
    ];
    if (this.subject.calls() !== before)
      throw new Finding("an input that breaks the schema reaches the tool", details);
    if (answer.outcome !== "invalid_input") {
      throw new Finding(
        "an input that breaks the schema is not refused",
        [...details, ["outcome", answer.outcome]],
        answer.error,
      );
    }
    const issues = (answer.error as { issues?: readonly InputIssue[] }).issues ?? [];
    if (!issues.some((issue) => places.includes(issue.path))) {
      const named = issues.map((issue) => issue.path || "the input itself").join(", ");
      throw new Finding("a fault is named at another place", [...details, ["named", named || "nothing"]]);
    }
    this.holdResult(toolUse, answer, details);
  }

  private holdResult(toolUse: ToolUse, answer: Answer, details: readonly [string, string][]): void {
    const results = resultMessage([answer]);
    // As it goes over the wire.
    const sent = JSON.parse(JSON.stringify(results)) as { role: string; content: unknown };
    const problem =
      loneSurrogate(results) ??
      historyProblem([
        { role: "user", content: "Go." },
        { role: "assistant", content: [{ ...toolUse, input: {} }] },
        sent,
      ]);
    if (problem === undefined) return;
    throw new Finding("its result is not one that the API takes", [
      ...details,
      ["result", shown(sent)],
      ["error", problem],
    ]);
  }

  private async call(input: unknown): Promise<{ toolUse: ToolUse; answer: Answer }> {
    const toolUse: ToolUse = { type: "tool_use", id: "toolu_fuzz", name: this.tool.name, input };
    const { run, timeoutMs = 5_000 } = this.options;
    // The tool may change what it is given: what is reported is what was sent.
    const sent = { ...toolUse, input: structuredClone(input) };
    return { toolUse, answer: await answerToolUse(this.set, sent, { ...run, timeoutMs, logger: SILENT }) };
  }
}

function loneSurrogate(value: unknown): string | undefined {
  return /\\ud[89a-f]/i.test(JSON.stringify(value).replaceAll("\\\\", ""))
    ? "no low surrogate in string"
    : undefined;
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : shown(error);
}
