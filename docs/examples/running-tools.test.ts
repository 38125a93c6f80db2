import { Tool, toolSet, toolUses } from "@skills/core";
import { ScriptedModel } from "@skills/testing";

class Orders {
  /** Find an order by its number. */
  @Tool()
  findOrder(id: string) {
    if (!id.startsWith("A")) throw new Error(`no order ${id}`);
    return { id, status: "shipped" };
  }
}

test("a loop by hand: ask, answer every call, ask again", async () => {
  const model = new ScriptedModel([
    {
      calls: [
        ["findOrder", { id: "A1" }],
        ["findOrder", { id: "B2" }],
        ["findOrdr", { id: "A3" }, { notOffered: true }],
      ],
    },
    { text: "A1 is on its way; there is no B2." },
  ]);
  const client = model.client();
  const log = jest.spyOn(console, "error").mockImplementation(() => undefined);
  // #region loop
  const orders = toolSet(new Orders());
  const request = { model: "claude-sonnet-5-5", max_tokens: 1024, tools: orders.toolsSchema };
  const messages: Parameters<typeof client.messages.create>[0]["messages"] = [
    { role: "user", content: "Where are A1 and B2?" },
  ];
  for (;;) {
    const message = await client.messages.create({ ...request, messages });
    messages.push({ role: "assistant", content: message.content });
    const results = await orders.respond(message);
    if (results === null) break;
    messages.push(results);
  }
  // #endregion
  log.mockRestore();
  expect(messages[2]).toEqual({
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "toolu_0001", content: '{"id":"A1","status":"shipped"}' },
      { type: "tool_result", tool_use_id: "toolu_0002", content: "Error: no order B2", is_error: true },
      {
        type: "tool_result",
        tool_use_id: "toolu_0003",
        content: 'There is no tool named "findOrdr". Did you mean "findOrder"? The tools are: findOrder.',
        is_error: true,
      },
    ],
  });
  model.assertComplete();
});

test("one call at a time, for those who want it", async () => {
  const orders = toolSet(new Orders());
  const message = {
    content: [
      { type: "text", text: "I shall look." },
      { type: "tool_use", id: "toolu_1", name: "findOrder", input: { id: "A1" } },
    ],
  };
  const outputs = [];
  // #region one
  for (const toolUse of toolUses(message)) outputs.push(await orders.runTool(toolUse));
  // #endregion
  expect(outputs).toMatchObject([{ toolUseId: "toolu_1", value: { id: "A1" }, isError: false }]);
});

test("code calls a tool with its method's own types", async () => {
  // #region call
  const order = await toolSet(new Orders()).call("findOrder", "A1");
  // #endregion
  expect(order.status).toBe("shipped");
});
