import "./support/compiled";
import { manifestOf, Skill, Tool, toolSet, type SkillClass } from "@skills/core";
import Nameless from "./fixtures/nameless";
import { Twin as OtherTwin } from "./fixtures/same-name";
import { Twin as FarTwin } from "./fixtures/other/same-name";
import { Refused } from "./fixtures/refused";
import { use } from "./support/calls";

// TypeScript takes no other type for a mixin's base.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Constructor = new (...args: any[]) => object;

/** The description and properties of each tool. */
function shapes(skill: SkillClass) {
  return manifestOf(skill).tools.map(({ method, description, inputSchema }) => [
    method,
    description,
    Object.keys(inputSchema.properties ?? {}),
  ]);
}

// Not exported.
class Hidden {
  /** Hidden. */
  @Tool()
  look(a: string): string {
    return a;
  }
}

class Twin {
  /** The one of this file. */
  @Tool()
  whoAmI(mine: string): string {
    return mine;
  }
}

class Base {
  /**
   * Base's docs.
   * @param id Base's id
   */
  @Tool()
  find(id: string): string {
    return id;
  }

  /** Kept. */
  @Tool()
  keep(a: number): number {
    return a;
  }

  /** Of the base class. */
  @Tool()
  static count(): number {
    return 1;
  }
}

class Derived extends Base {
  // No @Tool, no docs, another signature.
  override find(id: string, deep: boolean = false): string {
    return `${id} ${String(deep)}`;
  }

  /** Own. */
  @Tool()
  own(): string {
    return "own";
  }
}

class Empty extends Derived {}

test("a class that is not exported", () => {
  expect(shapes(Hidden)).toEqual([["look", "Hidden.", ["a"]]]);
});

test("a class inside a function", () => {
  function make() {
    class Inside {
      /** Inside. */
      @Tool()
      look(b: string): string {
        return b;
      }
    }
    return Inside;
  }
  expect(shapes(make())).toEqual([["look", "Inside.", ["b"]]]);
  expect(shapes(make())).toEqual(shapes(make()));
});

test("a class inside a method's branch", () => {
  if (OtherTwin.name) {
    class Branch {
      /** Branch. */
      @Tool()
      look(c: string): string {
        return c;
      }
    }
    expect(shapes(Branch)).toEqual([["look", "Branch.", ["c"]]]);
  }
});

test("two classes of one name in two files, each with its own signature", () => {
  expect(shapes(Twin)).toEqual([["whoAmI", "The one of this file.", ["mine"]]]);
  expect(shapes(OtherTwin)).toEqual([["whoAmI", "The one of the other file.", ["other"]]]);
});

test("two classes of one name and one set of methods, in two files of one name", () => {
  expect(shapes(FarTwin)).toEqual([["whoAmI", "The one of the other folder.", ["far"]]]);
});

test("a class whose signature is refused never gets the schema of another class of its name", () => {
  expect(() => manifestOf(Refused)).toThrow(/^S2\d\d: Refused cannot be described/);
  expect(() => manifestOf(Refused)).toThrow("fixtures/refused.ts:6");
});

test("two classes of one name in one file, each with its own signature", () => {
  function first() {
    @Skill()
    class Same {
      /** First. */
      @Tool()
      look(first: string): string {
        return first;
      }
    }
    return Same;
  }
  function second() {
    @Skill()
    class Same {
      /** Second. */
      @Tool()
      look(second: string): string {
        return second;
      }
    }
    return Same;
  }
  expect(shapes(first())).toEqual([["look", "First.", ["first"]]]);
  expect(shapes(second())).toEqual([["look", "Second.", ["second"]]]);
});

test("inherited tools come after its own", () => {
  expect(shapes(Derived).filter(([method]) => method !== "count")).toEqual([
    ["find", "Base's docs.", ["id", "deep"]],
    ["own", "Own.", []],
    ["keep", "Kept.", ["a"]],
  ]);
});

test("an overriding method without @Tool stays a tool, with its own signature and the base's docs", async () => {
  const { inputSchema } = manifestOf(Derived).tools.find(({ method }) => method === "find") ?? {};
  expect(inputSchema?.properties).toEqual({
    id: { type: "string", description: "Base's id" },
    deep: { type: "boolean", default: false },
  });
  expect((await toolSet(new Derived()).runTool(use("find", { id: "x", deep: true }))).value).toBe("x true");
});

test("a class that only inherits", async () => {
  const set = toolSet(new Empty());
  expect(set.toolsSchema.map(({ name }) => name).sort()).toEqual(["find", "keep", "own"]);
  expect((await set.runTool(use("own"))).value).toBe("own");
});

test("static tools, inherited ones too", async () => {
  expect(toolSet(Derived).toolsSchema.map(({ name }) => name)).toEqual(["count"]);
  expect((await toolSet(Base).runTool(use("count"))).value).toBe(1);
});

test("a class without a name, exported as default", async () => {
  expect(shapes(Nameless)).toEqual([["look", "Nameless.", ["e"]]]);
  expect((await toolSet(new Nameless()).runTool(use("look", { e: "x" }))).value).toBe("x");
});

test("a class expression that extends a class with tools", async () => {
  const set = toolSet(new (class extends Derived {})());
  expect((await set.runTool(use("find", { id: "x" }))).value).toBe("x false");
});

test("a class that a mixin makes", () => {
  function Logged<T extends Constructor>(base: T) {
    class Mixed extends base {
      /** Logs. */
      @Tool()
      log(line: string): string {
        return line;
      }
    }
    return Mixed;
  }
  class Mixin extends Logged(Base) {}
  expect(
    shapes(Mixin)
      .map(([method]) => method)
      .sort(),
  ).toEqual(["count", "find", "keep", "log"]);
});

test("a description is found once", () => {
  expect(manifestOf(Hidden)).toBe(manifestOf(Hidden));
});
