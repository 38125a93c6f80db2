import "reflect-metadata";
import "./support/compiled";
import type { Result } from "@skills/core";
import { inProduction } from "./support/production";
import { asking, closed, recorder, use } from "./support/calls";

type Core = typeof import("@skills/core");

/** A copy of the package of its own, as a second installed version is. */
function copy(): Core {
  let loaded: Core | undefined;
  jest.isolateModules(() => {
    loaded = jest.requireActual<Core>("@skills/core");
  });
  if (!loaded) throw new Error("nothing was loaded");
  return loaded;
}

const one = copy();
const two = copy();
const { Tool, Skill, Param } = one;
const OneContext = one.ToolContext;

class RefundError extends Error {}

@Skill({ name: "desk", instructions: "Be kind.", uses: ["greet"] })
class Desk {
  /** Greets. */
  @Tool()
  greet(name: string): string {
    return `Hello ${name}`;
  }

  /** Fails on purpose. */
  @Tool()
  refuse(): never {
    throw new one.ToolError("not today");
  }

  /** Fails by a Result. */
  @Tool({ errors: [RefundError] })
  refund(): Result<string, RefundError> {
    return one.err(new RefundError("too late"));
  }
}

class Emitted {
  @Tool({ description: "Says its own id." })
  whoAmI(context: InstanceType<typeof OneContext>, @Param({ name: "n" }) n: number): unknown {
    return [context.toolUse.id, n];
  }
}
// The type of a parameter is the class of the first copy, as it is emitted where that is imported by its name.
Reflect.defineMetadata("design:paramtypes", [OneContext, Number], Emitted.prototype, "whoAmI");

test("the copies are two", () => {
  expect(one.ToolSet).not.toBe(two.ToolSet);
  expect(one.SkillsError).not.toBe(two.SkillsError);
});

test("what one copy's decorators declare, the other dispatches", async () => {
  const set = two.toolSet(new Desk());
  expect(set).toBeInstanceOf(two.SkillToolSet);
  expect(set.toolsSchema.map(({ name }) => name)).toEqual(["greet", "refuse", "refund"]);
  expect(set.instructions).toEqual(["Be kind."]);
  expect((await set.runTool(use("greet", { name: "Ada" }))).value).toBe("Hello Ada");
});

test("one copy's ToolContext is the other's, also where only emitted types tell", async () => {
  const set = inProduction(() => two.toolSet(new Emitted()));
  expect(Object.keys(set.toolsSchema[0]?.input_schema.properties ?? {})).toEqual(["n"]);
  expect((await set.runTool(use("whoAmI", { n: 1 }))).value).toEqual(["toolu_1", 1]);
});

test("one copy's sets stand in the other's union", async () => {
  const basic = new one.BasicToolSet();
  basic.addTool({ name: "basic", inputSchema: closed({}), run: () => "basic" });
  const off = new one.TogglableSkill(one.toolSet(new Desk()).prefix("off_"));
  const union = two.toolSet(basic, off, new Desk());
  expect(union).toBeInstanceOf(two.UnionSkill);
  const logger = recorder();
  const answer = await union.respond(
    asking(
      use("basic", {}, "1"),
      use("greet", { name: 7 }, "2"),
      use("none", {}, "3"),
      use("refuse", {}, "4"),
      use("refund", {}, "5"),
      use("off_greet", {}, "6"),
    ),
    { logger },
  );
  expect(answer?.content.map((block) => ("content" in block ? block.content : undefined))).toEqual([
    "basic",
    expect.stringMatching(/^greet was not run: its input does not fit/),
    expect.stringMatching(/^There is no tool named "none"/),
    "not today",
    "RefundError: too late",
    "off_greet is switched off. It cannot be called now.",
  ]);
  expect(logger.lines).toEqual([]);
});

test("one copy's ToolNotFoundError lets the other's union go on, but not one thrown inside a tool", async () => {
  class Shy extends one.BasicToolSet {
    override has() {
      return false;
    }
  }
  const first = new Shy();
  const thrown = new two.ToolNotFoundError("b");
  first.addTool({
    name: "b",
    inputSchema: closed({}),
    run: () => {
      throw thrown;
    },
  });
  const last = new one.BasicToolSet();
  last.addTool({ name: "a", inputSchema: closed({}), run: () => "found" });
  const union = new two.UnionSkill(first, last);
  expect((await union.runTool(use("a"))).value).toBe("found");
  await expect(union.runTool(use("b"))).rejects.toBe(thrown);
});

test("one copy's time limit is the other's timeout", async () => {
  const heard: string[] = [];
  const stop = two.onToolCall(({ outcome }) => heard.push(outcome));
  const set = new one.BasicToolSet();
  set.addTool({
    name: "hang",
    inputSchema: closed({}),
    limits: { timeoutMs: 5 },
    run: () => new Promise(() => {}),
  });
  const answer = await new two.UnionSkill(set).respond(asking(use("hang")));
  stop();
  expect(answer?.content).toEqual([
    expect.objectContaining({ content: "hang did not answer within 5 ms", is_error: true }),
  ]);
  expect(heard).toEqual(["timeout"]);
});

test("a copy that knows less than another shares what it knows", () => {
  const key = Symbol.for("@skills/core");
  const shared = (globalThis as { [key]?: object })[key];
  (globalThis as { [key]?: object })[key] = { declarations: new WeakMap() };
  try {
    const three = copy();
    expect(three.ok(1)).toEqual({ ok: true, value: 1 });
    expect(() => three.onToolCall(() => undefined)()).not.toThrow();
  } finally {
    (globalThis as { [key]?: object })[key] = shared;
  }
});
