import { SkillsError } from "@skills/core/errors";
import { describeStep } from "../script/check-script";
import { listOffered, offeredTools, type Offered } from "./offered";
import { printPlace } from "../script/place";
import type { Progress } from "../script/progress";
import type { ScriptedRequest } from "./request";
import type { PlacedStep } from "../script/step";
import { formatTranscript } from "../expect/transcript";

/** Something that fails the test, whatever the code under test made of the error it was sent. */
export interface Failure {
  kind: "violation" | "unscripted" | "not-offered" | "bad-input" | "bad-step" | "leftover";
  /** Of a violation: the rule's name. */
  rule?: string;
  /** The whole text: what, where, how to mend. */
  message: string;
}

/** Thrown at the end of a test whose conversation was not the scripted one. */
export class ScriptFailedError extends SkillsError {
  declare readonly failures: readonly Failure[];

  constructor(failures: readonly Failure[]) {
    const count = failures.length === 1 ? "1 failure" : `${String(failures.length)} failures`;
    super(
      "S502",
      `the conversation was not as scripted (${count}).\n\n${failures.map(numbered).join("\n\n")}`,
    );
    // Not printed: the message has them all.
    Object.defineProperty(this, "failures", { value: failures, enumerable: false });
  }
}

function numbered({ message }: Failure, index: number): string {
  return `${String(index + 1)}. ${indent(message, "   ").trimStart()}`;
}

/** A failure from its parts, each on lines of its own. */
export function failure(
  kind: Failure["kind"],
  what: string,
  details: readonly (readonly [label: string, text: string])[],
  rule?: string,
): Failure {
  const lines = details.filter(([, text]) => text !== "").map(([label, text]) => detail(label, text));
  return { kind, ...(rule !== undefined && { rule }), message: [what, ...lines].join("\n") };
}

/** A conversation and a list of steps stand on lines of their own, however short they are. */
const BLOCKS: readonly string[] = ["transcript so far", "steps left"];

function detail(label: string, text: string): string {
  const block = text.includes("\n") || (BLOCKS.includes(label) && text !== "none");
  return block ? `${label}:\n${indent(text, "  ")}` : `${label}: ${text}`;
}

/** A request, and how far the script is when it comes. */
export class Situation {
  private tools?: Offered;

  constructor(
    readonly request: ScriptedRequest,
    readonly progress: Progress,
  ) {}

  /** Found out when it is asked for: by rules about choices, by calls, and by failures. */
  get offered(): Offered {
    return (this.tools ??= offeredTools(this.request));
  }
}

/** What every failure about one request shows of it. */
export function surroundings({ request, offered, progress }: Situation): [label: string, text: string][] {
  return [
    ["tools offered", listOffered(offered)],
    ["steps left", listSteps(progress.left)],
    ["transcript so far", formatTranscript(request.messages)],
  ];
}

export function listSteps(steps: readonly PlacedStep[]): string {
  return steps.length === 0 ? "none" : steps.map(describeStep).join("\n");
}

export function unscripted(situation: Situation): Failure {
  const { request, progress } = situation;
  const { last } = progress;
  return failure("unscripted", `Request ${String(request.index + 1)} has no step in the script.`, [
    ["last step", last === undefined ? "" : describeStep(last)],
    [
      "nearest rule",
      progress
        .nearest(request)
        .join("\n")
        .replace(/^nearest: /, ""),
    ],
    ...surroundings(situation),
    ["help", "add a step for this request, or find out why the code under test asks once more"],
  ]);
}

/**
 * One failure for each step that nobody asked for.
 * @param others whether the conversation failed before it came to them: then all of them are one, and it may follow
 */
export function leftovers(steps: readonly PlacedStep[], others: boolean): Failure[] {
  if (!others || steps.length === 0) return steps.map(leftover);
  const what = steps.length === 1 ? "1 step is" : `${String(steps.length)} steps are`;
  return [
    failure("leftover", `${what} left over, perhaps for what failed before.`, [
      ["steps left", listSteps(steps)],
    ]),
  ];
}

function leftover(step: PlacedStep): Failure {
  return failure("leftover", `No request asked for ${describeStep(step)}.`, [
    ["help", "take the step out, or find out why the code under test stopped before it"],
  ]);
}

export function notOffered(name: string, placed: PlacedStep, situation: Situation): Failure {
  return failure(
    "not-offered",
    `The script calls ${name}, which the request does not offer, in ${describeStep(placed)}.`,
    [
      ...surroundings(situation),
      ["help", `offer the tool, or mark the call: [${JSON.stringify(name)}, input, { notOffered: true }]`],
    ],
  );
}

export function badInput(name: string, problems: string, placed: PlacedStep, schema: unknown): Failure {
  return failure(
    "bad-input",
    `The script calls ${name} with an input that breaks its schema, in ${describeStep(placed)}.`,
    [
      ["problems", problems],
      ["schema", JSON.stringify(schema)],
      ["help", `mend the input, or mark the call: [${JSON.stringify(name)}, input, { invalid: true }]`],
    ],
  );
}

export function notInvalid(name: string, placed: PlacedStep): Failure {
  return failure(
    "bad-input",
    `The script marks a call to ${name} as invalid, but its input fits the schema, in ${describeStep(placed)}.`,
    [["help", "break the input, or take the mark away"]],
  );
}

export function wrongForCompaction(placed: PlacedStep): Failure {
  return failure(
    "bad-step",
    `The request asks for a compaction, and the script answers with ${describeStep(placed)}.`,
    [["help", 'answer it with { compaction: "the summary" }']],
  );
}

export function compactionNotAsked(placed: PlacedStep): Failure {
  return failure(
    "bad-step",
    `The request asks for no compaction, and the script answers with ${describeStep(placed)}.`,
    [
      [
        "help",
        "only a request with the compaction field is answered so: find out why the code under test did not ask",
      ],
    ],
  );
}

export function badStep(error: unknown, placed: PlacedStep): Failure {
  return failure("bad-step", `A step could not be made, at ${printPlace(placed.place)}.`, [
    ["cause", causeOf(error)],
  ]);
}

export function scriptThrew(error: unknown, request: ScriptedRequest): Failure {
  return failure(
    "bad-step",
    `The script threw while it looked for the reply to request ${String(request.index + 1)}.`,
    [
      ["cause", causeOf(error)],
      ["transcript so far", formatTranscript(request.messages)],
      ["help", "a matcher gets every request: let it return false for those that are not its own"],
    ],
  );
}

/** With the first frame of its stack, where the script's own function stands; errors of ours say their place. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SkillsError) return error.message;
  return /^[^]*?\n\s+at .*/.exec(error.stack ?? "")?.[0] ?? error.message;
}

function indent(text: string, by: string): string {
  return text.replace(/^/gm, by);
}
