import { Skill, Tool, type Manifest, type SkillManifest } from "../src";
import type { SkillClass } from "../src/describe/class-shape";
import { fittingEntry } from "../src/describe/built-manifest";

@Skill({ name: "orders" })
class Orders {
  @Tool() find(id: string): string {
    return id;
  }
}

@Skill({ name: "orders" })
class ArchivedOrders {
  @Tool() find(id: string): string {
    return id;
  }
}

@Skill({ name: "Refunds" })
class Returns extends Orders {}

class Refunds {
  @Tool() find(id: string): string {
    return id;
  }
}

class Inheriting extends Orders {}

/** The path that a frame shows is this file's: of two classes of this name, one stands in a file of this name. */
class Users {
  @Tool() find(id: string): string {
    return id;
  }
}

class Guests {
  @Tool() find(id: string): string {
    return id;
  }
}

function entry(className: string, name?: string, file = `${className}.ts`): SkillManifest {
  const tools = [
    {
      name: "find",
      description: `Of ${file}`,
      method: "find",
      inputSchema: { type: "object" as const },
      params: [{ name: "id", kind: "input" as const }],
    },
  ];
  return {
    class: className,
    ...(name === undefined ? {} : { name }),
    file,
    line: 1,
    tools,
  };
}

const manifest: Manifest = {
  version: 1,
  functions: [],
  skills: [
    entry("ArchivedOrders", "orders"),
    entry("Inheriting"),
    entry("Orders", "orders"),
    entry("Refunds"),
    entry("Returns", "Refunds"),
    entry("Users", undefined, "public/named-entries.test.ts"),
    entry("Users", undefined, "src/test/named-entries.test.ts"),
    entry("Guests", undefined, "src/one.ts"),
    entry("Guests", undefined, "src/two.ts"),
  ],
};

const fileOf = (skill: SkillClass): string | undefined => fittingEntry({ manifest }, skill)?.file;

/** As a bundler shortens it. */
function shortened(skill: SkillClass): SkillClass {
  Object.defineProperty(skill, "name", { value: "a" });
  return skill;
}

test.each([Orders, ArchivedOrders, Returns, Refunds, Inheriting])(
  "an entry of the class's own name is the class's, whatever skills are named: %p",
  (skill) => {
    expect(fileOf(skill)).toBe(`${skill.name}.ts`);
  },
);

test("a class whose name was shortened has the entry of its skill's name", () => {
  expect(fileOf(shortened(class extends Returns {}))).toBeUndefined();
  expect(fileOf(shortened(Returns))).toBe("Returns.ts");
});

test("of two classes of one name in different files, each has the entry of its own file", () => {
  expect(fileOf(Users)).toBe("src/test/named-entries.test.ts");
});

test("where neither a name nor a path tells which of two different classes one is, that is an error", () => {
  expect(() => fileOf(Guests)).toThrow(
    /S111: .* which one Guests is: Guests at src\/one\.ts:1, Guests at src\/two\.ts:1/,
  );
  expect(() => fileOf(shortened(Orders))).toThrow(
    /S111: .* which one a is: ArchivedOrders at ArchivedOrders\.ts:1, Orders at Orders\.ts:1/,
  );
});
