import { BasicToolSet, Tool, type ToolOptions } from "@skills/core";
import { ScriptedModel } from "@skills/testing";
import { toolRunner } from "../src";
import { ASK, quietLogger } from "./desk";
import { agentOn } from "./desk-agent";
import { read } from "./query-reading";

function named(...given: (string | ToolOptions)[]): { tools: BasicToolSet; ran: string[] } {
  const ran: string[] = [];
  const tools = new BasicToolSet();
  const run = (name: string) => () => void ran.push(name);
  const names = given.filter((each) => typeof each === "string");
  const options = given.find((each) => typeof each === "object");
  for (const name of names)
    tools.addTool({ name, description: name, inputSchema: { type: "object" }, run: run(name), ...options });
  return { tools, ran };
}

it("sends a name that the wire does not allow under another, apart from its neighbours, and runs the right tool", async () => {
  const { tools, ran } = named("a.b", "a_b");
  const { agent, model } = agentOn([{ calls: [["a__b"], ["a_b"]] }, { text: "Done." }], { tools: [tools] });
  await agent.run("Go.");
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["a__b", "a_b"]);
  expect(ran).toEqual(["a.b", "a_b"]);
});

describe("a tool that is declared with dots, under either name", () => {
  const declared = ["a.b", {}, { notOffered: true }] as const;
  const wire = ["a__b", {}] as const;

  it("is one tool for the limits of a run", async () => {
    const { tools, ran } = named("a.b", { limits: { maxCalls: 1 } });
    const { agent, model } = agentOn([{ calls: [wire, declared] }, { text: "Done." }], { tools: [tools] });
    await agent.run("Go.");
    expect(ran).toEqual(["a.b"]);
    expect(model.requests[1]?.results[1]).toMatch(/may be called 1 time in a run/);
  });

  it("is one tool for the count of calls that repeat", async () => {
    const { tools, ran } = named("a.b");
    const calls = { calls: [wire, declared] };
    const { agent } = agentOn([calls, { text: "Done." }], { tools: [tools], maxIdenticalCalls: 1 });
    await agent.run("Go.");
    expect(ran).toEqual(["a.b"]);
  });

  it.each(["a.b", "a__b"])("is gone where it was removed by %s", async (name) => {
    const { tools, ran } = named("a.b");
    const model = new ScriptedModel([
      { calls: [[...declared], ["a__b", {}, { notOffered: true }]] },
      { text: "Done." },
    ]);
    const betas = ["inline-tools-2026-09-15"];
    const runner = toolRunner(model.client(), { ...ASK, betas, tools: [tools] }, { logger: quietLogger() });
    runner.removeTools(name);
    await runner;
    expect(ran).toEqual([]);
  });

  it.each(["a.b", "a__b"])("is matched by a hook's %s", async (matcher) => {
    const { tools, ran } = named("a.b");
    const denied = {
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" },
    } as const;
    const hooks = { PreToolUse: [{ matcher, hooks: [async () => denied] }] };
    await read(new ScriptedModel([{ calls: [wire, declared] }, { text: "Done." }]), {
      tools: [tools],
      hooks,
    });
    expect(ran).toEqual([]);
  });
});

it("asks nothing where two tools would be sent under one name, and says which", async () => {
  const { agent, model } = agentOn([], { tools: [named("a.b").tools, named("a__b").tools] });
  await expect(agent.run("Go.")).rejects.toMatchObject({
    cause: { code: "S303", toolName: "a__b" },
  });
  expect(model.requests).toEqual([]);
});

it("says of two tools of one name where each is declared, and which of the tools it is", async () => {
  class Orders {
    /** Find. */
    @Tool()
    find(id: string): string {
      return id;
    }
  }
  const definition = { name: "find", input_schema: { type: "object" as const } };
  const asked = (...tools: object[]) => Promise.resolve(agentOn([], { tools }).agent.run("Go."));
  await expect(asked(new Orders(), named("x").tools, new Orders())).rejects.toThrow(
    'two tools are named "find": Orders.find (tools[0]) and Orders.find (tools[2])',
  );
  await expect(asked(named("find").tools, definition)).rejects.toThrow(
    'two tools are named "find": a tool of BasicToolSet (tools[0]) and a definition (tools[1])',
  );
});
