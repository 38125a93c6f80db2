import type { BetaMessageStream } from "@anthropic-ai/sdk/lib/BetaMessageStream";
import type { AnyRunner, Note, OracleScript } from "./observe";
import { failing, lookup, refund } from "./tools";

const A1 = { id: "A1" };
const A2 = { id: "A2" };
const PARAMS = { stream: true, runToolsEagerly: true };

type Each = (stream: BetaMessageStream, runner: AnyRunner, note: Note) => unknown;

const onEach = (each: Each) => async (runner: AnyRunner, note: Note) => {
  for await (const item of runner) {
    const stream = item as unknown as BetaMessageStream;
    const left = await each(stream, runner, note);
    if (left === "break") break;
    note(`end of ${String((await stream.finalMessage()).stop_reason)}`);
  }
};

/** Holds every refund, from a listener. */
const holdRefunds: Each = async (stream, runner) => {
  stream.on("contentBlock", (block) => {
    if (block.type === "tool_use" && block.name === "refund") runner.deferToolCall(block);
  });
  await stream.finalMessage();
};

const heldNames = (runner: AnyRunner) => runner.deferredToolCalls.map(({ name }) => name).join(",");

/** "Running tools while the reply streams". */
export const EAGER: Record<string, OracleScript> = {
  "eager calls": {
    steps: [
      {
        calls: [
          ["lookup", A1],
          ["lookup", A2],
        ],
      },
      { text: "On their way." },
    ],
    tools: (note) => [lookup(note)],
    params: PARAMS,
    drive: onEach((stream) => stream.finalMessage()),
  },
  "eager calls, read by an iteration": {
    steps: [
      {
        calls: [
          ["lookup", A1],
          ["lookup", A2],
        ],
        chunks: 2,
      },
      { text: "On their way." },
    ],
    tools: (note) => [lookup(note)],
    params: PARAMS,
    drive: onEach(async (stream, _runner, note) => {
      for await (const event of stream) note(event.type);
    }),
  },
  "an eager call fails": {
    steps: [
      {
        calls: [
          ["refund", A1],
          ["lookup", A1],
        ],
      },
      { text: "It failed." },
    ],
    tools: (note) => [lookup(note), refund(note, failing("too old"))],
    params: PARAMS,
    drive: onEach((stream) => stream.finalMessage()),
  },
  "a call held from a listener": {
    steps: [
      {
        calls: [
          ["refund", A1],
          ["lookup", A1],
        ],
      },
      { text: "Done." },
    ],
    tools: (note) => [lookup(note), refund(note)],
    params: PARAMS,
    drive: onEach(async (stream, runner, note) => {
      await holdRefunds(stream, runner, note);
      note(`held: ${heldNames(runner)}`);
    }),
  },
  "a call held from an iteration, by its id": {
    steps: [
      {
        calls: [
          ["lookup", A1],
          ["refund", A1],
        ],
      },
      { text: "Done." },
    ],
    tools: (note) => [lookup(note), refund(note)],
    params: PARAMS,
    drive: onEach(async (stream, runner, note) => {
      for await (const event of stream) {
        if (event.type !== "content_block_start" || event.content_block.type !== "tool_use") continue;
        if (event.content_block.name === "refund") runner.deferToolCall(event.content_block.id);
      }
      note(`held: ${heldNames(runner)}`);
    }),
  },
  "a held call, left by break": {
    steps: [{ calls: [["refund", A1]] }],
    tools: (note) => [refund(note)],
    params: PARAMS,
    drive: onEach(async (stream, runner, note) => {
      await holdRefunds(stream, runner, note);
      return runner.deferredToolCalls.length > 0 ? "break" : undefined;
    }),
  },
  "a held call, run by generateToolResponse": {
    steps: [
      {
        calls: [
          ["refund", A1],
          ["lookup", A1],
        ],
      },
      { text: "Done." },
    ],
    tools: (note) => [lookup(note), refund(note)],
    params: PARAMS,
    drive: onEach(async (stream, runner, note) => {
      await holdRefunds(stream, runner, note);
      note(JSON.stringify(await runner.generateToolResponse()));
      note(`held: ${heldNames(runner)}`);
    }),
  },
  "holding a call that has started": {
    steps: [
      {
        calls: [
          ["refund", A1],
          ["lookup", A1],
        ],
      },
      { text: "Done." },
    ],
    tools: (note) => [lookup(note), refund(note)],
    params: PARAMS,
    drive: onEach(async (stream, runner, note) => {
      const message = await stream.finalMessage();
      for (const block of message.content) if (block.type === "tool_use") runner.deferToolCall(block);
      note(`held: ${heldNames(runner)}`);
    }),
  },
  "an eager reply cut by max_tokens": {
    steps: [
      {
        calls: [
          ["lookup", A1],
          ["lookup", A2],
        ],
        stopReason: "max_tokens",
      },
    ],
    tools: (note) => [lookup(note)],
    params: PARAMS,
    drive: onEach((stream) => stream.finalMessage()),
  },
  "an eager reply whose history is replaced": {
    steps: [
      {
        calls: [
          ["lookup", A1],
          ["lookup", A2],
        ],
      },
      { text: "Fine." },
    ],
    tools: (note) => [lookup(note)],
    params: PARAMS,
    drive: onEach(async (stream, runner) => {
      const message = await stream.finalMessage();
      if (message.stop_reason === "tool_use") runner.pushMessages({ role: "user", content: "Never mind." });
    }),
  },
  "a tool removed after its eager call": {
    steps: [
      {
        calls: [
          ["lookup", A1],
          ["refund", A1],
        ],
      },
      { text: "Done." },
    ],
    tools: (note) => [lookup(note), refund(note)],
    params: { ...PARAMS, betas: ["inline-tools-2026-09-15"] },
    drive: onEach(async (stream, runner) => {
      const message = await stream.finalMessage();
      if (message.stop_reason === "tool_use") runner.removeTools("lookup");
    }),
  },
  "eager without stream": {
    steps: [],
    tools: (note) => [lookup(note)],
    drive: async (runner) => {
      runner.setMessagesParams((params) => ({ ...params, runToolsEagerly: true }));
      await runner;
    },
  },
};
