import { ORDERS, Project, TSCONFIG } from "./support/project";
import { BIN, spawned, spawnedTogether } from "./support/run";

// All in processes of their own: these commands change how modules are loaded.

const project = new Project(
  {
    "tsconfig.json": {
      compilerOptions: {
        strict: true,
        target: "es2022",
        module: "node20",
        types: ["node"],
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        skipLibCheck: true,
        paths: { "@app/*": ["./src/*"] },
      },
      include: ["src"],
    },
    "src/orders.ts": ORDERS,
    "src/desk.ts": `import { Tool, toolSet } from "@skills/core";
import { Orders } from "@app/orders";
import { VIP } from "./level.js";
export class Desk {
  constructor(private readonly orders: Orders) {}
  /** Greet. */
  @Tool() greet(name: string): { text: string } { return { text: VIP + name }; }
  @Tool() fail(): void { throw new Error("the desk is closed"); }
  /** Say the time. */
  @Tool({ name: "Desk.time" }) static time(): string { return "noon"; }
}
export const desk = toolSet(new Desk(new Orders()));
export const none = 1;
`,
    "src/level.ts": `export const VIP = "Dear ";`,
    "src/broken.ts": `throw new Error("no database here");`,
    "esm/package.json": { type: "module" },
    "esm/numbers.js": `
import { BasicToolSet } from "@skills/core";
export const numbers = new BasicToolSet();
numbers.addTool({ name: "double", description: "Double.", inputSchema: { type: "object", properties: { n: { type: "number" } } }, run: ({ n }) => n * 2 });
`,
  },
  { "@skills/compiler": "packages/compiler" },
);

test("call runs a tool of a TypeScript source, its input checked", () => {
  expect(
    spawned(project.root, [BIN, "call", "src/orders.ts", "find", "--input", '{"id":"A1","deep":true}']),
  ).toEqual({ code: 0, out: "A1 true\n", err: "" });
  const wrong = spawned(project.root, [
    ...[BIN, "call", "src/orders.ts:Orders", "find", "--input", '{"idd":"A1"}', "--json"],
  ]);
  expect(wrong.code).toBe(1);
  expect(JSON.parse(wrong.out)).toMatchObject({ tool: "find", outcome: "invalid_input", is_error: true });
});

test("an import by paths and one by the name of its output are found; a set is taken as it is", () => {
  const [greeted, failed] = spawnedTogether(
    project.root,
    ["call", "src/desk.ts:desk", "greet", "-i", '{"name":"Ada"}'],
    ["call", "src/desk.ts:desk", "fail"],
  );
  expect(greeted).toEqual({ code: 0, out: '{\n  "text": "Dear Ada"\n}\n', err: "" });
  // With the place in the source, for the tool's author.
  expect(failed).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^error Error: the desk is closed\n.*src\/desk\.ts:8:/s),
  });
});

test("a class whose constructor takes arguments is no obstacle to its static tools, its list or its schema", () => {
  const [noon, greeted, listed] = spawnedTogether(
    project.root,
    ["call", "src/desk.ts:Desk", "Desk.time"],
    ["call", "src/desk.ts:Desk", "greet"],
    ["list", "src/desk.ts"],
  );
  expect(noon).toMatchObject({ code: 0, out: "noon\n" });
  expect(greeted).toMatchObject({
    code: 1,
    err: expect.stringContaining("error S251: Desk cannot be made here: its constructor takes arguments"),
  });
  expect(listed?.out).toMatch(
    /^Desk\n {2}greet +~\d+ {2}Greet\.\n.*\n {2}Desk__time +~\d+ {2}Say the time\.\ndesk\n/s,
  );
});

test("a source that lies beside its tsconfig.json is found, wherever its output and its maps go", () => {
  const flat = new Project(
    {
      "tsconfig.json": {
        compilerOptions: {
          ...TSCONFIG.compilerOptions,
          outDir: "dist/js",
          sourceRoot: "https://example.com/",
          mapRoot: "maps",
        },
      },
      "orders.ts": ORDERS,
    },
    { "@skills/compiler": "packages/compiler" },
  );
  const called = spawned(flat.root, [BIN, "call", "orders.ts", "find", "-i", '{"id":"A1"}']);
  expect(called).toEqual({ code: 0, out: "A1 false\n", err: "" });
});

test("schema shows the tools as they go into a request; compiled JavaScript that is an ES module is a target, too", () => {
  const [schema, called] = spawnedTogether(
    project.root,
    ["schema", "src/orders.ts"],
    ["call", "esm/numbers.js", "double", "--input", '{"n":21}'],
  );
  expect(JSON.parse(schema?.out ?? "")).toEqual([
    {
      name: "find",
      description: "Find an order.",
      input_schema: {
        type: "object",
        properties: {
          id: { type: "string", description: "The order's number" },
          deep: { type: "boolean", default: false },
        },
        required: ["id"],
        additionalProperties: false,
      },
      output_schema: { type: "string" },
    },
  ]);
  expect(called).toEqual({ code: 0, out: "42\n", err: "" });
});

test("a target or an argument that cannot be used is the user's to mend", () => {
  const cases: [argv: string[], said: string][] = [
    [["call", "src/nowhere.ts", "x"], "S250: there is no file src/nowhere.ts"],
    [["call", "src/orders.ts:Order", "x"], "S250: src/orders.ts exports no Order\n  help: it exports Orders"],
    [["call", "src/desk.ts:none", "x"], "S250: none of src/desk.ts has no tools"],
    [["call", "src/broken.ts", "x"], "no database here"],
    [["call", "src/orders.ts", "fnd"], 'Did you mean "find"?'],
    [["call", "src/orders.ts", "find", "--input", "{id}"], "S252: the input is no JSON"],
  ];
  expect(spawnedTogether(project.root, ...cases.map(([argv]) => argv))).toEqual(
    cases.map(([, said]) => ({ code: 1, out: "", err: expect.stringContaining(said) })),
  );
});
