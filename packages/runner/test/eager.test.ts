import { BasicToolSet } from "@skills/core";
import { Agent, toolRunner } from "../src";
import { ASK, quietLogger } from "./desk";
import { callEvents, endEvents, START, streamedClient, textEvents } from "./streamed-client";

const ID = { type: "object" as const, properties: { id: { type: "string" } }, required: ["id"] };

/** Tools that say when they started, and end when they are told to. */
function gatedTools(more: Record<string, object> = {}) {
  const started = new Map<string, () => void>();
  const begins = (id: string) => new Promise<void>((resolve) => started.set(id, resolve));
  const ends = new Map<string, () => void>();
  const tools = new BasicToolSet();
  for (const name of ["read", "write"]) {
    tools.addTool({
      name,
      description: name,
      inputSchema: ID,
      run: async ({ id }: { id: string }) => {
        started.get(id)?.();
        await new Promise<void>((resolve) => ends.set(id, resolve));
        return id;
      },
      ...more[name],
    });
  }
  return { tools, begins, end: (id: string) => ends.get(id)?.() };
}

it("starts each call when the model has moved on from it, overlapping, with results in call order", async () => {
  const { tools, begins, end } = gatedTools();
  const aStarted = begins("a");
  const bStarted = begins("b");
  let results: unknown;
  const client = streamedClient([
    async function* () {
      yield START;
      yield* callEvents(0, "read", { id: "a" });
      yield* callEvents(1, "read", { id: "b" }).slice(0, 1);
      // The reply goes on only when the first call runs, and ends only when both do.
      await aStarted;
      yield* callEvents(1, "read", { id: "b" }).slice(1);
      yield endEvents("tool_use")[0] as object;
      await bStarted;
      end("b");
      end("a");
      yield endEvents("tool_use")[1] as object;
    },
    () => [START, ...textEvents(0, "Done."), ...endEvents("end_turn")],
  ]);
  const runner = toolRunner(client, { ...ASK, tools: [tools], stream: true, runToolsEagerly: true });
  for await (const stream of runner) {
    await stream.finalMessage();
    results ??= (await runner.generateToolResponse())?.content;
  }
  expect(results).toMatchObject([
    { tool_use_id: "t0", content: "a" },
    { tool_use_id: "t1", content: "b" },
  ]);
});

it("starts nothing for a reader that has not handled the event", async () => {
  const { tools, begins, end } = gatedTools();
  const order: string[] = [];
  void begins("a").then(() => {
    order.push("a starts");
    end("a");
  });
  const client = streamedClient([
    () => [START, ...callEvents(0, "read", { id: "a" }), ...textEvents(1, "And"), ...endEvents("tool_use")],
    () => [START, ...textEvents(0, "Done."), ...endEvents("end_turn")],
  ]);
  for await (const stream of toolRunner(client, {
    ...ASK,
    tools: [tools],
    stream: true,
    runToolsEagerly: true,
  })) {
    for await (const event of stream) {
      if (event.type !== "content_block_start" || event.index !== 1) continue;
      await new Promise((resolve) => setTimeout(resolve, 10));
      order.push("handled");
    }
    setTimeout(() => end("a"), 5);
  }
  expect(order).toEqual(["handled", "a starts"]);
});

it("lets an agent start early only what does no harm twice", async () => {
  const { tools, begins, end } = gatedTools({ read: { annotations: { readOnly: true } } });
  const order: string[] = [];
  void begins("r").then(() => (order.push("read"), setTimeout(() => end("r"))));
  void begins("w").then(() => (order.push("write"), setTimeout(() => end("w"))));
  const client = streamedClient([
    async function* () {
      yield START;
      yield* callEvents(0, "write", { id: "w" });
      yield* callEvents(1, "read", { id: "r" });
      yield endEvents("tool_use")[0] as object;
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push("reply ends");
      yield endEvents("tool_use")[1] as object;
    },
    () => [START, ...textEvents(0, "Done."), ...endEvents("end_turn")],
  ]);
  await new Agent({ client, model: ASK.model, maxTokens: 100, tools: [tools], logger: quietLogger() }).run(
    "Go.",
  );
  expect(order).toEqual(["read", "reply ends", "write"]);
});

it("starts a call within a few milliseconds of the event that completes it", async () => {
  const { tools, begins, end } = gatedTools();
  let completed = 0;
  const delay = begins("a").then(() => performance.now() - completed);
  const client = streamedClient([
    async function* () {
      yield START;
      yield* callEvents(0, "read", { id: "a" });
      completed = performance.now();
      yield* textEvents(1, "And");
      await delay;
      end("a");
      yield* endEvents("tool_use");
    },
    () => [START, ...textEvents(0, "Done."), ...endEvents("end_turn")],
  ]);
  await toolRunner(client, { ...ASK, tools: [tools], stream: true, runToolsEagerly: true });
  expect(await delay).toBeLessThan(50);
});
