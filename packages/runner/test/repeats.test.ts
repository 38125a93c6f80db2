import { BasicToolSet } from "@skills/core";
import { ScriptedModel, type Call as ScriptCall, type ScriptStep } from "@skills/testing";
import { Agent, type AgentOptions, type RunResult } from "../src";
import { ASK, desk, quietLogger } from "./desk";

/** Turns of these calls, and a last word; what ran of them, and what was said of each. */
async function run(
  turns: ScriptCall[][],
  options: Partial<AgentOptions> = {},
): Promise<{ result: RunResult; ran: string[]; told: string[]; model: ScriptedModel }> {
  const steps: ScriptStep[] = turns.map((calls) => ({ calls }));
  const model = new ScriptedModel([...steps, { text: "Done." }]);
  const { tools, calls: ran } = desk();
  const client = model.client({ maxRetries: 0 });
  const agent = new Agent({
    client,
    model: ASK.model,
    maxTokens: 100,
    logger: quietLogger(),
    tools: [tools],
    maxIdenticalCalls: 2,
    ...options,
  });
  const result = await agent.run("Go.");
  return { result, ran, told: resultsOf(result), model };
}

function resultsOf({ messages }: RunResult): string[] {
  return messages.flatMap(({ role, content }) =>
    role === "user" && Array.isArray(content)
      ? content.flatMap((block) => (block.type === "tool_result" ? [String(block.content)] : []))
      : [],
  );
}

const look = (id: string): ScriptCall => ["lookup", { id }];
const unknown = (name: string, input: object = {}): ScriptCall => [name, input, { notOffered: true }];
const times = (count: number, turn: (n: number) => ScriptCall[]) =>
  Array.from({ length: count }, (_, n) => turn(n));

it("answers a call that is made too often in a row without running it, and goes on", async () => {
  const { result, ran, told } = await run(times(3, () => [look("A1")]));
  expect(result.status).toBe("done");
  expect(ran).toHaveLength(2);
  expect(told[2]).toMatch(/^Not run: this is the same call of lookup for the 3th time in a row/);
});

it("ends the run of a model that goes on with it all the same", async () => {
  const { result, ran } = await run(times(4, () => [look("A1")]));
  expect(result).toMatchObject({ status: "limit", limit: "maxIdenticalCalls", turns: 4 });
  expect(ran).toHaveLength(2);
});

it("does not end a run for what one turn repeats: the model has heard of it only after", async () => {
  const { result, ran } = await run([Array.from({ length: 9 }, () => look("A1"))]);
  expect(result.status).toBe("done");
  expect(ran).toHaveLength(2);
});

it("sees a turn of several calls that comes again and again", async () => {
  const { result, ran } = await run(times(4, () => [look("A1"), look("A2")]));
  expect(result).toMatchObject({ limit: "maxIdenticalCalls" });
  expect(ran).toEqual(["lookup A1", "lookup A2", "lookup A1", "lookup A2"]);
});

it("lets a call be repeated beside or between others that are new", async () => {
  const beside = await run(times(6, (n) => [look("A1"), look(`B${String(n)}`)]));
  expect([beside.result.status, beside.ran.length]).toEqual(["done", 12]);
  const between = await run(times(8, (n) => [look(n % 2 ? "A1" : "A2")]));
  expect([between.result.status, between.ran.length]).toEqual(["done", 8]);
});

it("tells calls apart that differ only far behind", async () => {
  const long = "A".repeat(500);
  const { result, ran } = await run(times(4, (n) => [look(`${long}${String(n)}`)]));
  expect([result.status, ran.length]).toEqual(["done", 4]);
});

it("counts calls of tools that are not there by that alone, whatever their names and inputs", async () => {
  const { result, told, model } = await run(times(4, (n) => [unknown(`look_${String(n)}`, { n })]));
  expect(result).toMatchObject({ status: "limit", limit: "maxIdenticalCalls" });
  expect(told[1]).toContain("lookup");
  expect(told[2]).toBe(
    "Not run: there is no tool look_2, and this is call 3 in a row that cannot be run: do something else, or say what keeps you from going on.",
  );
  expect(model.requests).toHaveLength(4);
});

it.each(["lookup", "toString", "__proto__"])(
  "counts calls of a tool whose own limit is used up in the same way (%s)",
  async (name) => {
    let ran = 0;
    const tools = new BasicToolSet();
    tools.addTool({
      name,
      description: name,
      inputSchema: { type: "object" },
      run: () => (ran += 1),
      limits: { maxCalls: 1 },
    });
    const turns = times(5, (n) => [[name, { n }] as ScriptCall]);
    const { result, told } = await run(turns, { tools: [tools] });
    expect(ran).toBe(1);
    expect(told[1]).toBe(`Not run: ${name} may be called 1 time in a run.`);
    expect(told[3]).toContain("cannot be run");
    expect(result).toMatchObject({ limit: "maxIdenticalCalls" });
  },
);

it("goes on counting over a pause, and does not count the calls that waited twice", async () => {
  const model = new ScriptedModel([
    ...times(3, () => [look("A1")]).map((calls) => ({ calls })),
    { text: "Done." },
  ]);
  const { tools, calls: ran } = desk();
  const agent = new Agent({
    client: model.client({ maxRetries: 0 }),
    model: ASK.model,
    maxTokens: 100,
    tools: [tools],
    approveEvery: true,
    maxIdenticalCalls: 2,
  });
  let paused = agent.run("Go.");
  let result = await paused;
  for (; result.status === "paused"; result = await paused) {
    const [{ id } = { id: "" }] = result.pending ?? [];
    paused = agent.resume(paused.state(), { [id]: { allow: true } });
  }
  expect(ran).toHaveLength(2);
  expect(result.status).toBe("done");
});
