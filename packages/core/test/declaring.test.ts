import "./support/compiled";
import { Param, Skill, SkillsError, Tool, toolSet } from "@skills/core";
import { setOf } from "./support/calls";

/** What a declaration throws. Decorators are called as the compiler's output calls them: types forbid most of these. */
function thrownBy(declare: () => void): SkillsError {
  try {
    declare();
  } catch (error) {
    if (error instanceof SkillsError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

type Any = (...args: unknown[]) => void;
class Weather {}

describe("a decorator on something else than it is for says what it stands on and where it belongs", () => {
  test.each<[string, () => void, string]>([
    [
      "@Tool on a property",
      () => {
        (Tool() as Any)(Weather.prototype, "city", undefined);
      },
      "@Tool stands on property Weather.city; it belongs on a method",
    ],
    [
      "@Tool on an accessor",
      () => {
        (Tool() as Any)(Weather.prototype, "city", { get: () => 1 });
      },
      "@Tool stands on accessor Weather.city; it belongs on a method",
    ],
    [
      "@Tool() on a class",
      () => {
        (Tool() as Any)(Weather);
      },
      "@Tool stands on class Weather; it belongs on a method",
    ],
    [
      "@Tool on a class, without parentheses",
      () => {
        (Tool as Any)(Weather);
      },
      "@Tool stands on class Weather; it belongs on a method",
    ],
    [
      "@Tool on a parameter",
      () => {
        (Tool() as Any)(Weather.prototype, "get", 0);
      },
      "@Tool stands on parameter 0 of Weather.get; it belongs on a method",
    ],
    [
      "@Tool on a member named by a symbol",
      () => {
        (Tool() as Any)(Weather.prototype, Symbol("s"), { value: () => 1 });
      },
      "@Tool stands on Weather.Symbol(s), a member without a name that a model could call; it belongs on a method",
    ],
    [
      "@Skill on a method",
      () => {
        (Skill() as Any)(Weather.prototype, "get", { value: () => 1 });
      },
      "@Skill stands on method Weather.get; it belongs on a class",
    ],
    [
      "@Param on a method",
      () => {
        (Param({}) as Any)(Weather.prototype, "get", { value: () => 1 });
      },
      "@Param stands on method Weather.get; it belongs on a method's parameter",
    ],
    [
      "@Param on a constructor's parameter",
      () => {
        (Param({}) as Any)(Weather, undefined, 0);
      },
      "@Param stands on parameter 0 of Weather's constructor; it belongs on a method's parameter",
    ],
  ])("%s", (_, declare, message) => {
    const error = thrownBy(declare);
    expect(error.code).toBe("S102");
    expect(error.plainMessage).toBe(message);
    expect(error.place?.file).toBe(__filename);
    expect(error.help).toBeTruthy();
  });
});

test("content blocks that are not sent contradict each other", () => {
  const error = thrownBy(() => {
    class Contradictory {
      @Tool({ serialize: false, interpretAsResponse: true, saveReturn: false })
      get(): string {
        return "";
      }
    }
    void Contradictory;
  });
  expect(error.code).toBe("S104");
  expect(error.plainMessage).toContain("Contradictory.get");
  expect(error.place?.file).toBe(__filename);
});

test.each([
  ["", "it is empty"],
  ["get weather", 'the API refuses the character " "'],
  ["wetter-für", 'the API refuses the character "ü"'],
  ["🙂", 'the API refuses the character "🙂"'],
  ["x".repeat(129), "it has 129 characters on the wire, more than 128"],
  [`${"x".repeat(126)}.y`, "it has 129 characters on the wire, more than 128"],
])("a name that the wire does not allow is an error: %s", (name, why) => {
  expect(() => setOf({ name, run: () => 1 })).toThrow(`S103: "${name}" cannot be the name of a tool: ${why}`);
});

test("a method may have such a name only beside another for the wire", () => {
  const declare = (): unknown => {
    class Wetter {
      /** Das Wetter. */
      @Tool()
      wetterFür(): string {
        return "";
      }
    }
    return Wetter;
  };
  class Renamed {
    /** Das Wetter. */
    @Tool({ name: "weather_for" })
    wetterFür(): string {
      return "";
    }
  }
  expect(declare).toThrow(/^S103: "wetterFür" .*\n {2}at .*declaring\.test\.ts:\d+/);
  expect(toolSet(new Renamed()).toolsSchema[0]?.name).toBe("weather_for");
});

test.each([
  ["runEagerly with needsApproval", { runEagerly: true, needsApproval: true }],
  ["an empty description", { description: " " }],
  ["a time limit of nothing", { limits: { timeoutMs: 0 } }],
  ["a count that is none", { limits: { maxCalls: Number.NaN } }],
])("refuses %s where it is declared", (_, options) => {
  const target = { method() {} };
  const decorate = (): void => {
    Tool(options)(target, "method", Object.getOwnPropertyDescriptor(target, "method") ?? {});
  };
  expect(decorate).toThrow(/^S104: .*\n {2}at .*\n {2}help: /);
});

describe("a class without tools", () => {
  class Plain {
    get(): string {
      return "";
    }
  }
  class OnlyStatic {
    /** A tool. */
    @Tool()
    static get(): string {
      return "";
    }
  }
  class OnlyInstance {
    /** A tool. */
    @Tool()
    get(): string {
      return "";
    }
  }

  test.each<[string, unknown, string]>([
    ["an instance of a class without decorators", new Plain(), "Plain has no tools"],
    ["a plain object", { a: 1 }, "Object has no tools"],
    ["an object without a prototype", Object.create(null), "an object without a class has no tools"],
    ["a list", [new OnlyInstance()], "a list has no tools of its own"],
    ["undefined", undefined, "undefined has no tools"],
    ["a text", "Weather", "Weather has no tools"],
    ["a class with instance tools only", OnlyInstance, "OnlyInstance has no static tools"],
    ["an instance of a class with static tools only", new OnlyStatic(), "OnlyStatic has no instance tools"],
  ])("%s has a code of its own", (_, given, message) => {
    expect(() => toolSet(given as object)).toThrow(`S105: ${message}`);
  });

  test("says whether to give the class or an instance", () => {
    expect(thrownBy(() => toolSet(OnlyInstance)).help).toContain("toolSet(new OnlyInstance(…))");
    expect(thrownBy(() => toolSet(new OnlyStatic())).help).toContain("toolSet(OnlyStatic)");
  });
});

describe("what @Tool and @Skill say", () => {
  @Skill({ name: "weather", description: "The weather.", instructions: "Ask for the city first." })
  class Described {
    /** From the doc comment. */
    @Tool
    bare(): void {}

    /** From the doc comment. */
    @Tool({
      name: "full",
      description: "From the option.",
      wire: { strict: true, cache_control: { type: "ephemeral" } },
    })
    other(): void {}
  }
  class Undescribed {
    /** A tool. */
    @Tool()
    tool(): void {}
  }

  test("@Tool works without parentheses", () => {
    expect(toolSet(new Described()).toolsSchema[0]).toEqual({
      name: "bare",
      description: "From the doc comment.",
      input_schema: { type: "object", properties: {}, additionalProperties: false },
    });
  });
  test("options win over the source, and wire fields are sent as they are", () => {
    expect(toolSet(new Described()).toolsSchema[1]).toEqual({
      name: "full",
      description: "From the option.",
      strict: true,
      cache_control: { type: "ephemeral" },
      input_schema: { type: "object", properties: {}, additionalProperties: false },
    });
  });
  test("a skill has the name and the instructions that it is given, else its class's name and none", () => {
    expect(toolSet(new Described()).label).toBe("weather");
    expect(toolSet(new Described()).instructions).toEqual(["Ask for the city first."]);
    expect(toolSet(new Undescribed()).label).toBe("Undescribed");
    expect(toolSet(new Undescribed()).instructions).toEqual([]);
  });
  test("@Skill works without parentheses", () => {
    @Skill
    class Bare {
      /** A tool. */
      @Tool
      tool(): void {}
    }
    expect(toolSet(new Bare()).label).toBe("Bare");
  });
  test("a subclass has its base's instructions, under its own name", () => {
    class Local extends Described {}
    expect(toolSet(new Local()).instructions).toEqual(["Ask for the city first."]);
    expect(toolSet(new Local()).label).toBe("Local");
  });
});
