import { ScriptedModel } from "@skills/testing";
import { toolRunner } from "../src";
import { ASK, desk } from "./desk";
import { callEvents, endEvents, START, streamedClient, textEvents } from "./streamed-client";

const DONE = () => [START, ...textEvents(0, "Done."), ...endEvents("end_turn")];

/** A call whose input comes in these fragments. */
function fragments(name: string, ...json: string[]): object[] {
  const [start, , stop] = callEvents(0, name, {});
  const deltas = json.map((partial_json) => ({
    type: "content_block_delta",
    index: 0,
    delta: { type: "input_json_delta", partial_json },
  }));
  return [start, ...deltas, stop] as object[];
}

const params = (tools: object, eager: boolean) => ({
  ...ASK,
  tools: [tools],
  stream: true,
  runToolsEagerly: eager,
});

it.each([false, true])("takes a call without arguments for {} (eager: %s)", async (eager) => {
  const { tools } = desk();
  const inputs: unknown[] = [];
  const inputSchema = { type: "object" as const, properties: {} };
  tools.addTool({
    name: "ping",
    description: "ping",
    inputSchema,
    run: (input: unknown) => void inputs.push(input),
  });
  const client = streamedClient([() => [START, ...fragments("ping", ""), ...endEvents("tool_use")], DONE]);
  await toolRunner(client, params(tools, eager));
  expect(inputs).toEqual([{}]);
});

it.each([false, true])(
  "joins fragments that split a string, an escape and a number (eager: %s)",
  async (eager) => {
    const { tools, calls } = desk();
    const pieces = ["", '{"id":"A', "\\ud8", "3d\\ude", '00"', "}"];
    const client = streamedClient([
      () => [START, ...fragments("lookup", ...pieces), ...endEvents("tool_use")],
      DONE,
    ]);
    await toolRunner(client, params(tools, eager));
    expect(calls).toEqual(["lookup A😀"]);
  },
);

it.each([false, true])(
  "runs nothing for fragments that do not parse: the run ends with an error (eager: %s)",
  async (eager) => {
    const { tools, calls } = desk();
    const client = streamedClient([
      () => [
        START,
        ...fragments("lookup", "", '{"id": A1}'),
        ...textEvents(1, "And"),
        ...endEvents("tool_use"),
      ],
    ]);
    await expect(toolRunner(client, params(tools, eager))).rejects.toThrow(/JSON/);
    expect(calls).toEqual([]);
  },
);

// Whole, but nothing that a tool's input can be.
const NO_OBJECT = ["null", "[1]"];
const CUT = ['{"id": ', '{"id": "A1', '{"id": "A1"', "{", '{"id": "A1", "limit": 1', '{"id": {"in": 1}'];

it.each([...CUT, ...NO_OBJECT])(
  "runs nothing for an input that was cut or is no object, though it could be read: %s",
  async (json) => {
    for (const eager of [true, false]) {
      const { tools, calls } = desk();
      const client = streamedClient([
        () => [START, ...fragments("lookup", "", json), ...textEvents(1, "And"), ...endEvents("tool_use")],
      ]);
      const runner = toolRunner(client, params(tools, eager));
      await expect(runner).rejects.toMatchObject({
        code: "S427",
        message: expect.stringContaining(json) as string,
      });
      expect(calls).toEqual([]);
      expect(runner.params.messages).toEqual(ASK.messages);
    }
  },
);

it("lets a reply end that was cut in the middle of an input", async () => {
  const { tools, calls } = desk();
  const client = streamedClient([
    () => [START, ...fragments("lookup", "", '{"id": "A'), ...endEvents("max_tokens")],
  ]);
  expect(await toolRunner(client, params(tools, true))).toMatchObject({ stop_reason: "max_tokens" });
  expect(calls).toEqual([]);
});

it.each([false, true])(
  "gives no half of a character, which a model wrote into an input, to a tool, and sends none back (eager: %s)",
  async (eager) => {
    const { tools, calls } = desk();
    const model = new ScriptedModel([
      { calls: [["lookup", {}, { rawJson: '{"id":"A\\ud83d"}' }]] },
      { text: "Done." },
    ]);
    await toolRunner(model.client(), params(tools, eager));
    expect(calls).toEqual(["lookup A\ufffd"]);
    expect(model.requests[1]?.body.messages[1]).toMatchObject({ content: [{ input: { id: "A\ufffd" } }] });
  },
);
