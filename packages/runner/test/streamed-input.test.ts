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
