import { Param, Tool, toolSet } from "@skills/core";

class Weather {
  @Tool({ description: "w" })
  async get(
    @Param({ name: "location" }) location: string,
    @Param({ name: "days", default: 3, integer: true }) days: number = 3,
  ) {
    return { location, days };
  }
}
it("runs", async () => {
  const set = toolSet(new Weather());
  console.log(JSON.stringify(set.toolsSchema));
  console.log(
    await set.respond({
      content: [
        { type: "tool_use", id: "a", name: "get", input: { location: "Oslo" } },
        { type: "tool_use", id: "b", name: "get", input: { locaton: 3, days: 1.5 } },
        { type: "tool_use", id: "c", name: "gett", input: {} },
      ] as never,
    }),
  );
  console.log(await set.call("get", "x"));
});
