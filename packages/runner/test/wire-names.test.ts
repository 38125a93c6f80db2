import { BasicToolSet, Tool } from "@skills/core";
import { agentOn } from "./desk-agent";

function named(...names: string[]): { tools: BasicToolSet; ran: string[] } {
  const ran: string[] = [];
  const tools = new BasicToolSet();
  const run = (name: string) => () => void ran.push(name);
  for (const name of names)
    tools.addTool({ name, description: name, inputSchema: { type: "object" }, run: run(name) });
  return { tools, ran };
}

it("sends a name that the wire does not allow under another, apart from its neighbours, and runs the right tool", async () => {
  const { tools, ran } = named("a.b", "a_b");
  const { agent, model } = agentOn([{ calls: [["a__b"], ["a_b"]] }, { text: "Done." }], { tools: [tools] });
  await agent.run("Go.");
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["a__b", "a_b"]);
  expect(ran).toEqual(["a.b", "a_b"]);
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
