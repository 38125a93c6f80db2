import { BasicToolSet, TogglableSkill, UnionSkill, type ToolSet } from "@skills/core";
import { ScriptedModel } from "@skills/testing";
import { agentOn } from "./desk-agent";
import { read, resultsIn } from "./query-reading";

const DONE = { text: "Done." };
const NOTHING = { type: "object" as const, properties: {} };
const PAYMENT = {
  type: "object" as const,
  properties: { id: { type: "string" } },
  required: ["id"],
  additionalProperties: false,
};

/** A tool that needs approval, and the inputs that it was run with. */
function payments() {
  const ran: unknown[] = [];
  const tools = new BasicToolSet();
  const run = (input: unknown) => void ran.push(input);
  tools.addTool({ name: "pay", description: "pay", inputSchema: PAYMENT, run, needsApproval: true });
  return { tools, ran };
}

/** Sets whose tool `open` brings `pay` while the run goes on. */
const BRINGING: Record<string, (pay: ToolSet, limits: { sequential?: boolean }) => ToolSet[]> = {
  "a union to which a tool adds a skill": (pay, limits) => {
    const union = new UnionSkill();
    const run = () => void union.addSkill(pay);
    union.addTool({ name: "open", description: "open", inputSchema: NOTHING, run, limits });
    return [union];
  },
  "a skill that a tool of another set switches on": (pay, limits) => {
    const skill = new TogglableSkill(pay);
    const gate = new BasicToolSet();
    const run = () => new Promise<void>((resolve) => setImmediate(() => (skill.enable(), resolve())));
    gate.addTool({ name: "open", description: "open", inputSchema: NOTHING, run, limits });
    return [gate, skill];
  },
  "a skill with an enabling tool, under a prefix": (pay) => [
    new TogglableSkill(pay.prefix(""), { enableTool: "open" }).prefix(""),
  ],
};

describe.each(Object.entries(BRINGING))(
  "a tool that needs approval, brought in the same turn by %s",
  (_, bring) => {
    const steps = [
      { calls: [["open"] as const, ["pay", { id: "A1" }, { notOffered: true }] as const] },
      DONE,
    ];

    it.each([{ stream: true }, { stream: false }, { stream: false, sequential: true }])(
      "does not run before somebody approved: %p",
      async ({ stream, sequential }) => {
        const { tools, ran } = payments();
        const { agent } = agentOn(steps, { stream, tools: bring(tools, { sequential }) });
        const run = agent.run("Go.");
        expect(await run).toMatchObject({ status: "paused", pending: [{ name: "pay" }] });
        expect(ran).toEqual([]);
      },
    );

    it("runs once somebody did", async () => {
      const { tools, ran } = payments();
      const { agent } = agentOn(steps, { tools: bring(tools, {}), approve: () => ({ allow: true }) });
      expect(await agent.run("Go.")).toMatchObject({ status: "done" });
      expect(ran).toEqual([{ id: "A1" }]);
    });
  },
);

const TURNS = [{ limits: { sequential: true } }, { maxConcurrency: 1 }];

describe.each(TURNS)(
  "a tool that takes another's place before a call's turn, by %j",
  ({ limits, ...more }) => {
    function swapping() {
      const tools = new BasicToolSet();
      const ran: unknown[] = [];
      const pay = { name: "pay", description: "pay", inputSchema: PAYMENT };
      const lock = () => {
        tools.removeTool("pay");
        tools.addTool({ ...pay, run: (input) => void ran.push(input), needsApproval: true });
      };
      tools.addTool({
        name: "lock",
        description: "l",
        inputSchema: NOTHING,
        run: lock,
        limits,
      });
      tools.addTool({ ...pay, run: () => void ran.push("unlocked") });
      return { tools, ran };
    }
    const steps = [{ calls: [["lock"] as const, ["pay", { id: "A1" }] as const] }, DONE];

    it("does not run before somebody approved it", async () => {
      const { tools, ran } = swapping();
      const { agent, model } = agentOn(steps, { tools: [tools.prefix("")], ...more });
      expect(await agent.run("Go.")).toMatchObject({ status: "done" });
      expect(ran).toEqual([]);
      expect(model.requests[1]?.results[1]).toMatch(/^Not run: another tool took the place of pay/);
    });

    it("is approved when it is called again", async () => {
      const { tools, ran } = swapping();
      const again = { calls: [["pay", { id: "A1" }] as const] };
      const { agent } = agentOn([...steps.slice(0, 1), again, DONE], {
        tools: [tools],
        approve: () => ({ allow: true }),
        ...more,
      });
      await agent.run("Go.");
      expect(ran).toEqual([{ id: "A1" }]);
    });
  },
);

describe("a call whose input does not fit its schema", () => {
  const calls = [["pay", { id: 7 }, { invalid: true }] as const];

  it("is sent back without a pause, and one that fits then waits", async () => {
    const { tools, ran } = payments();
    const { agent, model } = agentOn([{ calls }, { calls: [["pay", { id: "A1" }]] }], { tools: [tools] });
    expect(await agent.run("Go.")).toMatchObject({ status: "paused", pending: [{ input: { id: "A1" } }] });
    expect(model.requests[1]?.results).toEqual([expect.stringContaining("- id: expected a string")]);
    expect(ran).toEqual([]);
  });

  it("is nothing that approve is asked about, under the name that the model knows", async () => {
    const asked: string[] = [];
    const { agent, model } = agentOn([{ calls: [["shop_pay", { id: 7 }, { invalid: true }]] }, DONE], {
      tools: [payments().tools.prefix("shop_")],
      approve: ({ name }) => {
        asked.push(name);
        return { allow: true };
      },
    });
    const outcomes: string[] = [];
    for await (const event of agent.run("Go.")) if (event.type === "tool_end") outcomes.push(event.outcome);
    expect(asked).toEqual([]);
    expect(outcomes).toEqual(["invalid_input"]);
    expect(model.requests[1]?.results).toEqual([expect.stringMatching(/^shop_pay was not run/)]);
  });

  it("is asked about once a hook has mended it", async () => {
    const { tools, ran } = payments();
    const { agent } = agentOn([{ calls }, DONE], {
      tools: [tools],
      hooks: { beforeTool: () => ({ input: { id: "A7" } }) },
      approve: ({ input }) => (expect(input).toEqual({ id: "A7" }), { allow: true }),
    });
    await agent.run("Go.");
    expect(ran).toEqual([{ id: "A7" }]);
  });

  it("is nothing that canUseTool is asked about", async () => {
    const canUseTool = jest.fn();
    const { messages } = await read(new ScriptedModel([{ calls }, DONE]), {
      tools: [payments().tools],
      canUseTool,
    });
    expect(canUseTool).not.toHaveBeenCalled();
    expect(resultsIn(messages)).toEqual([expect.stringContaining("pay was not run")]);
  });
});
