import "./support/compiled";
import {
  BasicToolSet,
  DuplicateToolError,
  Tool,
  ToolNotFoundError,
  toolSet,
  UnionSkill,
  type ToolUse,
} from "@skills/core";
import { asking, SILENT, setOf, use } from "./support/calls";

class Weather {
  /** The weather. */
  @Tool()
  weather(city: string): string {
    return `sun in ${city}`;
  }
}

class News {
  /** The news. */
  @Tool()
  news(): string {
    return "none";
  }
}

const named = (name: string, run: (input: unknown) => unknown = () => name) => setOf({ name, run });

test("a union has the tools of its skills and functions of its own", async () => {
  const union = new UnionSkill(toolSet(new Weather()));
  union.addSkill(toolSet(new News()));
  union.addTool({ name: "own", inputSchema: { type: "object" }, run: () => "own" });
  expect(union.toolsSchema.map(({ name }) => name)).toEqual(["own", "weather", "news"]);
  expect((await union.runTool(use("own"))).value).toBe("own");
  expect((await union.runTool(use("weather", { city: "Oslo" }))).value).toBe("sun in Oslo");
  expect((await union.runTool(use("news"))).value).toBe("none");
});

test("toolSet of several instances and sets is a union of them", () => {
  const union = toolSet(new Weather(), named("a"), new News());
  expect(union).toBeInstanceOf(UnionSkill);
  expect(union.toolsSchema.map(({ name }) => name)).toEqual(["weather", "a", "news"]);
});

test("toolSet gives a set back as it is", () => {
  const set = named("a");
  expect(toolSet(set)).toBe(set);
});

test("sets nest in sets", async () => {
  const union = new UnionSkill(new UnionSkill(named("a"), new UnionSkill(named("b"))), named("c"));
  expect(union.toolsSchema.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  expect((await union.runTool(use("b"))).value).toBe("b");
});

test("changes of its sets are seen at once, and toolsSchema stays the same until then", () => {
  const inner = named("a");
  const union = new UnionSkill(new UnionSkill(inner), named("z"));
  const before = union.toolsSchema;
  expect(union.toolsSchema).toBe(before);
  inner.addTool({ name: "b", inputSchema: { type: "object" }, run: () => 1 });
  expect(union.toolsSchema.map(({ name }) => name)).toEqual(["a", "b", "z"]);
  inner.removeTool("a");
  expect(union.toolsSchema.map(({ name }) => name)).toEqual(["b", "z"]);
  expect(union.has("a")).toBe(false);
});

test("a skill that is removed is gone", async () => {
  const skill = named("a");
  const union = new UnionSkill(skill).removeSkill(skill).removeSkill(skill);
  expect(union.toolsSchema).toEqual([]);
  await expect(union.runTool(use("a"))).rejects.toBeInstanceOf(ToolNotFoundError);
});

describe("two tools of one name", () => {
  test("are an error at addSkill, naming both owners", () => {
    class Other {
      /** Another. */
      @Tool()
      weather(): string {
        return "";
      }
    }
    expect(() => toolSet(new Weather(), new Other())).toThrow(
      'S303: two tools are named "weather": Weather.weather (skill 1) and Other.weather (skill 2)\n',
    );
  });
  test("say which two they are, though their sets are of one class", () => {
    const union = new UnionSkill(toolSet(new Weather()));
    expect(() => union.addSkill(toolSet(new Weather()))).toThrow(
      'two tools are named "weather": Weather.weather (skill 1) and Weather.weather (skill 2)\n',
    );
    const functions = new BasicToolSet();
    functions.addTool(function weather(): string {
      return "";
    });
    const line = new RegExp(
      `Weather\\.weather \\(skill 1\\) and weather at \\S*union-skill\\.test\\.ts:\\d+ \\(skill 2\\)\n`,
    );
    expect(() => union.addSkill(functions)).toThrow(line);
    expect(() => new UnionSkill(named("a"), named("a"))).toThrow(
      "a tool of BasicToolSet (skill 1) and a tool of BasicToolSet (skill 2)\n",
    );
    const twice = named("a");
    expect(() => new UnionSkill(twice, twice)).toThrow("(skill 1) and the same skill, added again\n");
  });
  test("are an error at addTool", () => {
    const union = new UnionSkill(named("a"));
    expect(() => union.addTool({ name: "a", inputSchema: { type: "object" }, run: () => 1 })).toThrow(
      DuplicateToolError,
    );
    expect(union.toolsSchema).toHaveLength(1);
  });
  test("that come to be later are an error at toolsSchema", () => {
    const late = named("a");
    const union = new UnionSkill(named("b"), late);
    void union.toolsSchema;
    late.addTool({ name: "b", inputSchema: { type: "object" }, run: () => 1 });
    expect(() => union.toolsSchema).toThrow(DuplicateToolError);
  });
  test("may stand in one union under a prefix each", async () => {
    const union = new UnionSkill(
      named("find", () => "A").prefix("a_"),
      named("find", () => "B").prefix("b_"),
    );
    expect((await union.runTool(use("b_find"))).value).toBe("B");
  });
});

describe("which set runs a call", () => {
  /** A set that says nothing of what it has, as a user might write one. */
  class Silent extends BasicToolSet {
    readonly asked: string[] = [];
    override get toolsSchema() {
      return [];
    }
    override has() {
      return false;
    }
    override runTool(toolUse: ToolUse) {
      this.asked.push(toolUse.name);
      return super.runTool(toolUse);
    }
  }
  const silent = (name: string, run: () => unknown) => {
    const set = new Silent();
    set.addTool({ name, inputSchema: { type: "object" }, run });
    return set;
  };

  test("its own tools come first, then each set in order", async () => {
    const [first, second] = [silent("a", () => "first"), silent("a", () => "second")];
    const union = new UnionSkill(first, second);
    expect((await union.runTool(use("a"))).value).toBe("first");
    expect(second.asked).toEqual([]);
    union.addTool({ name: "a", inputSchema: { type: "object" }, run: () => "own" });
    expect((await union.runTool(use("a"))).value).toBe("own");
    expect(first.asked).toEqual(["a"]);
  });
  test("it goes on after a set's own ToolNotFoundError", async () => {
    const [first, second] = [silent("a", () => "first"), silent("b", () => "second")];
    expect((await new UnionSkill(first, second).runTool(use("b"))).value).toBe("second");
    expect(first.asked).toEqual(["b"]);
  });
  test("it never goes on after one thrown inside a tool", async () => {
    const thrown = new ToolNotFoundError("a");
    const first = silent("a", () => {
      throw thrown;
    });
    const second = silent("a", () => "second");
    await expect(new UnionSkill(first, second).runTool(use("a"))).rejects.toBe(thrown);
    expect(second.asked).toEqual([]);
  });
  test("nor after one that a tool brought about by calling another set", async () => {
    const first = silent("a", () => named("x").runTool(use("a")));
    const second = silent("a", () => "second");
    await expect(new UnionSkill(first, second).runTool(use("a"))).rejects.toBeInstanceOf(ToolNotFoundError);
    expect(second.asked).toEqual([]);
  });
  test("nor after any other error", async () => {
    const first = silent("a", () => Promise.reject(new Error("mine")));
    await expect(
      new UnionSkill(
        first,
        silent("a", () => 1),
      ).runTool(use("a")),
    ).rejects.toThrow("mine");
  });
  test("a name that no set has throws a ToolNotFoundError with the names of all", async () => {
    await expect(new UnionSkill(named("alpha"), named("beta")).runTool(use("alhpa"))).rejects.toMatchObject({
      code: "S301",
      available: ["alpha", "beta"],
    });
  });
});

test("respond runs the calls of different skills in one message", async () => {
  const answer = await toolSet(new Weather(), new News()).respond(
    asking(use("news", {}, "1"), use("weather", { city: "Oslo" }, "2"), use("whether", {}, "3")),
    { logger: SILENT },
  );
  expect(answer?.content).toEqual([
    { type: "tool_result", tool_use_id: "1", content: "none" },
    { type: "tool_result", tool_use_id: "2", content: "sun in Oslo" },
    {
      type: "tool_result",
      tool_use_id: "3",
      content: 'There is no tool named "whether". Did you mean "weather"? The tools are: weather, news.',
      is_error: true,
    },
  ]);
});
