import { BasicToolSet } from "@skills/core";
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
