import "./support/compiled";
import { DuplicateToolError, Skill, TogglableSkill, Tool, toolSet, UnionSkill } from "@skills/core";
import { asking, recorder, results, setOf, SILENT, use } from "./support/calls";

@Skill({ name: "admin", instructions: "Be careful." })
class Admin {
  running = 0;

  /** Delete a user. */
  @Tool()
  deleteUser(id: string): string {
    return `deleted ${id}`;
  }

  /** Restart, alone. */
  @Tool({ limits: { sequential: true } })
  async restart(): Promise<string> {
    expect(++this.running).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    this.running--;
    return "restarted";
  }
}

const names = (set: { toolsSchema: { name: string }[] }) => set.toolsSchema.map(({ name }) => name);
const togglable = (options?: ConstructorParameters<typeof TogglableSkill>[1]) =>
  new TogglableSkill(toolSet(new Admin()), options);

test("its tools are offered only while it is on", () => {
  const skill = togglable();
  expect([skill.enabled, names(skill), skill.instructions]).toEqual([false, [], []]);
  skill.enable();
  expect([skill.enabled, names(skill), skill.instructions]).toEqual([
    true,
    ["deleteUser", "restart"],
    ["Be careful."],
  ]);
  skill.disable();
  expect(names(skill)).toEqual([]);
  expect(togglable({ enabled: true }).enabled).toBe(true);
});

test("a call to a tool that is off is answered so that the model can go on", async () => {
  expect(await results(togglable({ enableTool: "enable_admin" }), use("deleteUser", { id: "1" }))).toEqual([
    {
      type: "tool_result",
      tool_use_id: "toolu_1",
      content: "deleteUser is switched off. Call enable_admin first, then call deleteUser again.",
      is_error: true,
    },
  ]);
  expect((await results(togglable(), use("deleteUser", { id: "1" })))[0]?.content).toBe(
    "deleteUser is switched off. It cannot be called now.",
  );
});

test("such a call is no failure of the tool: it is not logged", async () => {
  const logger = recorder();
  await togglable().respond(asking(use("deleteUser", { id: "1" })), { logger });
  expect(logger.lines).toEqual([]);
});

test("the model switches it on by a tool, which says what the tools do, and then how", async () => {
  const skill = togglable({ enableTool: "enable_admin" });
  expect(names(skill)).toEqual(["enable_admin"]);
  expect(skill.toolsSchema[0]?.description).toBe(
    "Switches further tools on. Call it once, before you need one of them: Delete a user; Restart, alone.",
  );
  const { content } = await skill.runTool(use("enable_admin"));
  expect(content).toBe("Its tools are now on.\n\nBe careful.");
  expect(skill.enabled).toBe(true);
  expect((await skill.runTool(use("enable_admin"))).content).toContain("already on");
});

test("a tool without a description stands by its name among them", () => {
  const set = setOf({ name: "bare", run: () => 1 });
  expect(new TogglableSkill(set, { enableTool: "open" }).toolsSchema[0]?.description).toMatch(/: bare\.$/);
});

test("several calls in one message: what stands behind the enabling call finds the skill on", async () => {
  const answers = await results(
    togglable({ enableTool: "enable_admin" }),
    use("deleteUser", { id: "1" }, "before"),
    use("enable_admin", {}, "enable"),
    use("deleteUser", { id: "2" }, "after"),
    use("restart", {}, "r1"),
    use("restart", {}, "r2"),
  );
  expect(answers.map(({ tool_use_id, is_error = false }) => [tool_use_id, is_error])).toEqual([
    ["before", true],
    ["enable", false],
    ["after", false],
    ["r1", false],
    ["r2", false],
  ]);
});

test("in a union, the rest goes on beside it, and a change is seen at once", async () => {
  const skill = togglable({ enableTool: "enable_admin" });
  const union = new UnionSkill(setOf({ run: () => "fine" }), skill);
  const answer = await union.respond(
    asking(use("tool", {}, "a"), use("restart", {}, "b"), use("tool", {}, "c")),
    { logger: SILENT },
  );
  expect(answer?.content.map((block) => ("is_error" in block ? block.is_error : false))).toEqual([
    false,
    true,
    false,
  ]);
  const before = names(union);
  skill.enable();
  expect([before, names(union)]).toEqual([
    ["tool", "enable_admin"],
    ["tool", "deleteUser", "restart"],
  ]);
});

test("under a prefix it is switched on and used by the names that the model knows", async () => {
  const view = togglable({ enableTool: "enable_admin" }).prefix("a_");
  const answers = await results(view, use("a_enable_admin", {}, "1"), use("a_deleteUser", { id: "7" }, "2"));
  expect(answers.map(({ content }) => content)).toEqual([expect.stringContaining("now on"), "deleted 7"]);
});

test("an enabling tool that has the name of one of its tools is an error", () => {
  expect(() => togglable({ enableTool: "restart" })).toThrow(DuplicateToolError);
});

test("a tool that it does not have at all is not found", async () => {
  await expect(togglable().runTool(use("nothing"))).rejects.toMatchObject({ code: "S301" });
});
