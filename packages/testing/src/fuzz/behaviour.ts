import type { Arbitrary } from "fast-check";
import type { Fault } from "../script/faults";
import { offeredTools } from "../model/offered";
import type { ScriptedRequest } from "../model/request";
import { inputProblems } from "../rules/schema-check";
import type { Call, Step } from "../script/step";
import { isObject } from "../wire/shapes";
import { inputsOf } from "./inputs";
import { Judge } from "./judge";
import type { Fc } from "./load";
import { mutantsOf } from "./mutants";
import { schemaOf } from "./schema";

/** One call of a turn; `pick` chooses among the tools that the request offers and what they may be given. */
interface CallMove {
  input: "valid" | "broken" | "unknown tool";
  pick: number;
}

/** What the model does with one request, as plain data: it is shown where a run goes wrong. */
export type Move =
  | { says: string; stopReason?: string | null }
  | { calls: CallMove[]; says?: string; thinks?: string; cut?: true }
  | { pauses: "in text" | "in a server tool" }
  | { silent: true }
  | { fails: number }
  | { breaks: Fault };

const STOPS = [
  "end_turn",
  "max_tokens",
  "refusal",
  "model_context_window_exceeded",
  "stop_sequence",
  "some_new_reason",
  null,
];
/** Soon enough for a test; 0 would mean no header to the SDK. */
const RETRY_AFTER = 0.001;
const SAMPLES = 8;

export function moves(fc: Fc, faults: boolean): Arbitrary<Move> {
  const words = fc.constantFrom("Let me see.", "Done.", "…");
  const call: Arbitrary<CallMove> = fc.record({
    input: fc.constantFrom<CallMove["input"][]>("valid", "broken", "unknown tool"),
    pick: fc.nat(999),
  });
  const calls = fc.record(
    {
      calls: fc.array(call, { minLength: 1, maxLength: 4 }),
      says: words,
      thinks: fc.constant("Which tool?"),
      cut: fc.constant(true as const),
    },
    { requiredKeys: ["calls"] },
  );
  const kinds: Arbitrary<Move>[] = [
    fc.record({ says: words, stopReason: fc.constantFrom(...STOPS) }),
    calls,
    calls,
    fc.record({ pauses: fc.constantFrom<("in text" | "in a server tool")[]>("in text", "in a server tool") }),
    fc.constant<Move>({ silent: true }),
  ];
  if (faults) {
    const kind = fc.constantFrom<("reset" | "truncate" | "error")[]>("reset", "truncate", "error");
    kinds.push(
      fc.record({ fails: fc.constantFrom(529, 500, 429, 400) }),
      fc.record({ breaks: fc.record({ kind, at: fc.integer({ min: 0, max: 6 }) }) }),
    );
  }
  return fc.oneof(...kinds);
}

/** Makes moves into steps that are legal for the request at hand. */
export class Behaviour {
  private readonly samples = new Map<string, { valid: object[]; broken: object[] }>();

  constructor(private readonly fc: Fc) {}

  step(move: Move, request: ScriptedRequest): Step {
    if ("fails" in move) return { error: { status: move.fails, retryAfter: RETRY_AFTER } };
    if ("breaks" in move) return { text: "Let me see.", chunks: 2, fault: move.breaks };
    if (isObject(request.body.compaction)) return { compaction: "So far: nothing of note." };
    const choice = isObject(request.body.tool_choice) ? request.body.tool_choice.type : "auto";
    const forced = choice === "any" || choice === "tool";
    const calls = "calls" in move ? move.calls : forced ? [{ input: "valid" as const, pick: 0 }] : [];
    const made = choice === "none" ? [] : calls.flatMap((call) => this.call(call, request));
    if (made.length > 0) return callStep(made, move);
    if ("silent" in move) return { blocks: [] };
    if ("pauses" in move) return pause(move.pauses);
    const { says = "Done.", stopReason = "end_turn" } = move as { says?: string; stopReason?: string | null };
    return { text: says, stopReason };
  }

  private call({ input: kind, pick }: CallMove, request: ScriptedRequest): Call[] {
    if (kind === "unknown tool") return [["no_such_tool", { pick }, { notOffered: true }]];
    const tools = [...offeredTools(request).tools.values()].filter(({ input_schema }) =>
      isObject(input_schema),
    );
    const tool = forcedTool(request, tools) ?? tools[pick % Math.max(1, tools.length)];
    if (tool === undefined) return [];
    const { valid, broken } = this.sampled(tool.input_schema);
    const from = kind === "broken" && broken.length > 0 ? broken : valid;
    const input = from[pick % Math.max(1, from.length)];
    return input === undefined ? [] : [[String(tool.name), input, { invalid: from === broken }]];
  }

  private sampled(schema: unknown): { valid: object[]; broken: object[] } {
    const key = JSON.stringify(schema);
    let made = this.samples.get(key);
    if (made === undefined) {
      const judge = new Judge(schemaOf(schema));
      const valid = this.fc
        .sample(inputsOf(this.fc, schema), { numRuns: SAMPLES, seed: 1 })
        .filter((input) => isObject(input) && judge.accepts(input)) as object[];
      const broken = valid
        .flatMap((input) => [...mutantsOf(schemaOf(schema), input, judge)].map((mutant) => mutant.input))
        .filter((input) => isObject(input) && inputProblems(schema, input).length > 0) as object[];
      this.samples.set(key, (made = { valid, broken }));
    }
    return made;
  }
}

function forcedTool<T extends { name?: unknown }>(
  request: ScriptedRequest,
  tools: readonly T[],
): T | undefined {
  const { tool_choice: choice } = request.body;
  return isObject(choice) && choice.type === "tool"
    ? tools.find(({ name }) => name === choice.name)
    : undefined;
}

/** A turn that is cut in its last call ends in the middle of that call's input. */
function callStep(calls: readonly Call[], move: Move): Step {
  const { says, thinks, cut } = move as { says?: string; thinks?: string; cut?: true };
  const rest = {
    ...(says !== undefined && { text: says }),
    ...(thinks !== undefined && { thinking: thinks }),
  };
  if (cut === undefined) return { ...rest, calls };
  const [name, input, options] = calls.at(-1) ?? ["", {}];
  const json = JSON.stringify(input);
  const last: Call = [name, input, { ...options, rawJson: json.slice(0, Math.floor(json.length / 2)) }];
  return { ...rest, calls: [...calls.slice(0, -1), last], stopReason: "max_tokens" };
}

function pause(where: "in text" | "in a server tool"): Step {
  if (where === "in text") return { text: "Still at it.", stopReason: "pause_turn" };
  const search = {
    type: "server_tool_use",
    id: "srvtoolu_0001",
    name: "web_search",
    input: { query: "shoes" },
  };
  return { blocks: [search], stopReason: "pause_turn" };
}
