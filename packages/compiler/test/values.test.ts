import { compiled, skillClass } from "./support/compiled";
import { WITH_NODE } from "./support/project";

const result = compiled({
  "tsconfig.json": WITH_NODE,
  "models.ts": `
    export class Pet { name!: string; born!: Date; }
    export class Owner { pet!: Pet; }
    export default Pet;
  `,
  "more.ts": 'export * as models from "./models";',
  "subject.ts": skillClass(
    `
    @Tool() simple(date: Date, big: bigint, url: URL, bytes: Uint8Array, buffer: Buffer, text: string) {}
    @Tool() deep(x: { when: Date; rows: { at: Date | null; n: number }[]; plain: { a: string } }) {}
    @Tool() holders(set: Set<bigint>, map: Map<string, Date[]>, record: Record<string, URL>, tuple: [string, Date, ...bigint[]]) {}
    @Tool() open(x: { [day: \`day_\${string}\`]: Date; id: string; at: { n: number }; url: URL }) {}
    @Tool() either(x: Date | string, y: { a: Date } | { b: number } | null, z: Date | undefined) {}
    @Tool() tree(root: Tree, again: Plain) {}
    @Tool() fields({ when, n }: { when: Date; n: number }) {}
    @Tool() rest(...dates: Date[]) {}
    @Tool() direct(pet: Pet, optional?: Pet) {}
    @Tool() named(@Param({ type: () => Pet }) pets: Pet[], @Param({ type: () => Pet }) maybe: Pet | null) {}
    @Tool() unnamed(pets: Pet[], owner: Owner) {}
    @Tool() erased(pet: Erased) {}
    @Tool() erasedDefault(pet: ErasedDefault) {}
    @Tool() erasedNamespace(pet: erased.models.Pet) {}
    @Tool() beside(pet: Pet | null) {}
    @Tool() alias(pet: Alias) {}
    @Tool() initial(pet = new Pet()) {}
    @Tool() typed(owner: Typed) {}
    @Tool() output(): Date { return new Date(); }
    `,
    `
    import { Type } from "class-transformer";
    import { Pet, Owner } from "./models";
    import type { Pet as Erased } from "./models";
    import type ErasedDefault from "./models";
    import type * as erased from "./more";
    type Alias = Pet;
    interface Tree { at: Date; kids: Tree[] }
    interface Plain { n: number; kids: Plain[] }
    class Typed { @Type(() => Pet) pet!: Pet; @Type(() => Pet) pets!: Pet[]; @Type(() => Pet) byName!: Map<string, Pet>; }
    `,
  ),
});
const revive = (tool: string, name: string) => result.param(tool, name)?.revive;

test("each value that JSON cannot hold has its plan, others have none", () => {
  expect(result.tool("simple").params).toEqual([
    { name: "date", kind: "input", revive: { to: "Date" } },
    { name: "big", kind: "input", revive: { to: "bigint" } },
    { name: "url", kind: "input", revive: { to: "URL" } },
    { name: "bytes", kind: "input", revive: { to: "Uint8Array" } },
    { name: "buffer", kind: "input", revive: { to: "Buffer" } },
    { name: "text", kind: "input" },
  ]);
});

test("plans reach every depth and leave out what stays as it is", () => {
  expect(revive("deep", "x")).toEqual({
    to: "object",
    properties: {
      when: { to: "Date" },
      rows: { to: "array", items: { to: "object", properties: { at: { to: "Date" } } } },
    },
  });
  expect(revive("holders", "set")).toEqual({ to: "Set", items: { to: "bigint" } });
  expect(revive("holders", "map")).toEqual({ to: "Map", values: { to: "array", items: { to: "Date" } } });
  expect(revive("holders", "record")).toEqual({ to: "object", additional: { to: "URL" } });
  expect(revive("open", "x")).toEqual({
    to: "object",
    properties: { id: null, at: null, url: { to: "URL" } },
    additional: { to: "Date" },
  });
  expect(revive("holders", "tuple")).toEqual({
    to: "array",
    prefix: [null, { to: "Date" }],
    items: { to: "bigint" },
  });
});

test("a union's plan tries first what changes the value, and tells members by their schemas", () => {
  expect(revive("either", "x")).toEqual({
    to: "union",
    members: [
      { schema: { type: "string", format: "date-time" }, revive: { to: "Date" } },
      { schema: { type: "string" } },
    ],
  });
  expect(revive("either", "y")).toMatchObject({
    to: "union",
    members: [
      { revive: { to: "object", properties: { a: { to: "Date" } } } },
      { schema: { required: ["b"] } },
    ],
  });
  expect(revive("either", "z")).toEqual({ to: "Date" });
});

test("a recursive plan refers to itself; a recursive type without values to revive has none", () => {
  expect(result.tool("tree")).toMatchObject({
    params: [
      { name: "root", kind: "input", revive: { to: "ref", name: "Tree" } },
      { name: "again", kind: "input" },
    ],
    revivals: {
      Tree: {
        to: "object",
        properties: { at: { to: "Date" }, kids: { to: "array", items: { to: "ref", name: "Tree" } } },
      },
    },
  });
  expect(result.param("tree", "again")).not.toHaveProperty("revive");
});

test("destructured and rest parameters have theirs", () => {
  expect(revive("fields", "arg0")).toEqual({ to: "object", properties: { when: { to: "Date" } } });
  expect(revive("rest", "dates")).toEqual({ to: "array", items: { to: "Date" } });
});

describe("an instance of a class", () => {
  const pet = { to: "class", class: "Pet", properties: { born: { to: "Date" } } };

  test("comes from the emitted type, from @Param, from @Type", () => {
    expect(result.tool("direct").revivals).toEqual({ Pet: pet });
    expect(revive("direct", "pet")).toEqual({ to: "ref", name: "Pet" });
    expect(revive("named", "pets")).toEqual({ to: "array", items: { to: "ref", name: "Pet" } });
    expect(revive("typed", "owner")).toMatchObject({ to: "class", class: "Typed" });
    for (const method of ["direct", "named", "typed"]) expect(result.of(method)).toEqual([]);
  });

  test("is of a class by the name that this has at run time; a class itself is none", () => {
    const classes = compiled({
      "user.ts": "export default class User { id!: string } export const Named = class { n = 1 };",
      "subject.ts": skillClass(
        "@Tool() take(user: Account, @Param({ type: () => Named }) named: InstanceType<typeof Named>) {} @Tool() itself(x: typeof Named) {}",
        'import Account, { Named } from "./user";',
      ),
    });
    expect(classes.param("take", "user")?.revive).toEqual({ to: "class", class: "User" });
    expect(classes.param("take", "named")?.revive).toEqual({ to: "class", class: "Named" });
    expect(classes.of("itself").map(({ code }) => code)).toEqual(["S201"]);
  });

  test("that nothing names is warned of, at its place", () => {
    expect(
      result.of("unnamed").map(({ code, severity, message }) => [code, severity, message.split(" is of")[0]]),
    ).toEqual([
      ["S215", "warning", "parameter `pets`: `pets[]`"],
      ["S215", "warning", "parameter `owner`: `owner.pet`"],
    ]);
  });

  test("that no compiler, or not each, leaves at run time is refused: dispatch would refuse it there", () => {
    for (const method of ["erased", "erasedDefault", "erasedNamespace", "beside", "alias", "initial"])
      expect(result.of(method)).toEqual([
        expect.objectContaining({
          code: "S108",
          severity: "error",
          help: expect.stringContaining("@Param({ type: () => Pet })") as string,
        }),
      ]);
  });
});

test("an output has its schema and no plan", () => {
  expect(result.tool("output")).toMatchObject({
    outputSchema: { type: "string", format: "date-time" },
    params: [],
  });
});
