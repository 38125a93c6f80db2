import { IsInt, IsString } from "class-validator";
import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { Agent, type AgentOptions, type OutputType } from "../src";
import { ASK, desk, quietLogger } from "./desk";

class Summary {
  @IsString()
  order!: string;

  @IsInt()
  days!: number;

  get text() {
    return `${this.order} in ${String(this.days)} days`;
  }
}

const SCHEMA = {
  type: "object",
  properties: { order: { type: "string" }, days: { type: "integer", minimum: 0 } },
  required: ["order", "days"],
  additionalProperties: false,
} as const;

const FIT: ScriptStep = { text: '{"order":"A1","days":3}' };
const UNFIT: ScriptStep = { text: '{"order":"A1","days":"soon"}' };

function agentOn<Output>(
  steps: ScriptStep[],
  outputType: OutputType<Output>,
  more: Partial<AgentOptions<Output>> = {},
) {
  const model = new ScriptedModel(steps);
  const agent = new Agent<Output>({
    client: model.client({ maxRetries: 0 }),
    model: ASK.model,
    maxTokens: 100,
    tools: [desk().tools],
    outputType,
    logger: quietLogger(),
    ...more,
  });
  return { model, agent };
}

const failure = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => undefined,
    (reason: unknown) => reason,
  );

it("asks by the API's format, and gives the answer as an instance of its class", async () => {
  const { agent, model } = agentOn([FIT], Summary);
  const result = await agent.run("Go.");
  const text: string | undefined = result.output?.text;
  expect(text).toBe("A1 in 3 days");
  expect(result.output).toBeInstanceOf(Summary);
  expect(model.requests[0]?.body.output_config).toEqual({
    format: {
      type: "json_schema",
      schema: {
        type: "object",
        properties: { order: { type: "string" }, days: { type: "integer" } },
        required: ["order", "days"],
        additionalProperties: false,
      },
    },
  });
});

it("sends only keywords that the format takes, and judges by all of them", async () => {
  const { agent, model } = agentOn([{ text: '{"order":"A1","days":-3}' }, FIT], SCHEMA);
  const result = await agent.run("Go.");
  const { format } = model.requests[0]?.body.output_config as { format: { schema: typeof SCHEMA } };
  expect(format.schema.properties.days).toEqual({ type: "integer", description: "{minimum: 0}" });
  expect(model.requests[1]?.said.at(-1)).toMatch(
    /^Your answer does not fit\.\n- days: .*\nAnswer with JSON/s,
  );
  expect(result.output).toEqual({ order: "A1", days: 3 });
});

it("takes a Standard Schema, and gives what it makes of the answer", async () => {
  const standard = {
    "~standard": {
      version: 1 as const,
      vendor: "own",
      validate: (value: unknown) => ({ value: { shout: (value as { order: string }).order.toLowerCase() } }),
      jsonSchema: { input: () => SCHEMA },
    },
  };
  const { agent } = agentOn<{ shout: string }>([FIT], standard);
  expect((await agent.run("Go.")).output?.shout).toBe("a1");
});

it("leaves what else params say of the output as it is", async () => {
  const { agent, model } = agentOn([FIT], SCHEMA, { params: { output_config: { effort: "low" } } });
  await agent.run("Go.");
  expect(model.requests[0]?.body.output_config).toMatchObject({ effort: "low", format: {} });
});

it.each([[[UNFIT, UNFIT]], [[{ text: "Soon." }, { text: "I said soon." }]]])(
  "asks once for an answer that fits, and no more: %j",
  async (steps) => {
    const { agent, model } = agentOn(steps, SCHEMA);
    expect(await failure(agent.run("Go."))).toMatchObject({ code: "S417", messages: { length: 4 } });
    model.assertComplete();
  },
);

it("takes a tool in the format's place once the API refused the format, for every later run too", async () => {
  const refusal = { error: { status: 400, message: "output_config.format: not supported by this model" } };
  const call: ScriptStep = { calls: [["final_answer", { order: "A1", days: 3 }]] };
  const { agent, model } = agentOn([refusal, call, call], Summary);
  for (const result of [await agent.run("Go."), await agent.run("Again.")]) {
    expect(result.output).toBeInstanceOf(Summary);
    expect(result).toMatchObject({ status: "done", turns: 1, text: '{"order":"A1","days":3}' });
  }
  expect(model.requests[1]?.body).not.toHaveProperty("output_config");
  model.assertComplete();
});

it("lets every other refusal through", async () => {
  const refusal = { error: { status: 400, message: "max_tokens: too many" } };
  expect(await failure(agentOn([refusal], SCHEMA).agent.run("Go."))).toMatchObject({ code: "S400" });
});

describe("with the tool", () => {
  const tool = { outputMode: "tool" as const };
  const call = (days: unknown): ScriptStep => ({
    calls: [["final_answer", { order: "A1", days }]],
    invalid: typeof days !== "number",
  });

  it("lets the model mend an answer once", async () => {
    const mended = agentOn([call("soon"), call(3)], SCHEMA, tool);
    expect((await mended.agent.run("Go.")).output).toEqual({ order: "A1", days: 3 });
    mended.model.assertComplete();
    const unmended = agentOn([call("soon"), call("later")], SCHEMA, tool);
    expect(await failure(unmended.agent.run("Go."))).toMatchObject({ code: "S417" });
    unmended.model.assertComplete();
  });

  it("reminds a model that answers in words", async () => {
    const { agent, model } = agentOn([{ text: "In 3 days." }, call(3)], SCHEMA, tool);
    expect((await agent.run("Go.")).output).toEqual({ order: "A1", days: 3 });
    expect(model.requests[1]?.said.at(-1)).toMatch(/calling final_answer/);
  });
});

it("gives no output where there is no answer", async () => {
  const { agent } = agentOn([{ text: "I will not.", stopReason: "refusal" }], SCHEMA);
  const result = await agent.run("Go.");
  expect(result.status).toBe("refused");
  expect(result).not.toHaveProperty("output");
});

it("refuses to be told twice what the answer is", () => {
  const format = { type: "json_schema" as const, schema: {} };
  expect(() => agentOn([], SCHEMA, { params: { output_config: { format } } })).toThrow(/outputType/);
});
