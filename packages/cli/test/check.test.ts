import { existsSync, writeFileSync } from "node:fs";
import { ORDERS, Project } from "./support/project";
import { skills, skillsOn } from "./support/run";

test("check shows a problem as tsc does: place, code, the line, what is meant, the way out", async () => {
  const project = new Project({ "src/orders.ts": ORDERS.replace("id: string", "id: symbol") });
  const { code, out } = await skills("check", "-p", project.root);
  expect(code).toBe(1);
  expect(out).toMatch(/^src\/orders\.ts:9 - error S201: .*symbol.*\n\n/);
  expect(out).toContain(
    ["9   find(id: symbol, deep: boolean = false): string {", "         ~~", "", "  help: "].join("\n"),
  );
  expect(out).toMatch(/\n\nFound 1 error\.\n$/);
});

test("colours are for terminals", async () => {
  const project = new Project({ "src/orders.ts": ORDERS.replace("id: string", "id: symbol") });
  const watched = await skillsOn({ colour: true, isWatched: false, stdin: "" }, "check", "-p", project.root);
  expect(watched.out).toContain("\u001b[31merror\u001b[39m");
  const piped = await skills("check", "-p", project.root);
  expect(piped.out).not.toContain("\u001b[");
});

test("warnings are shown and are no failure; --json gives the diagnostics", async () => {
  const project = new Project({ "src/orders.ts": ORDERS.replace("id: string", "id: any") });
  const shown = await skills("check", "-p", project.root);
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining("warning S203") });
  const { out } = await skills("check", "-p", project.root, "--json");
  expect(JSON.parse(out)).toEqual({
    diagnostics: [
      expect.objectContaining({ code: "S203", severity: "warning", file: "src/orders.ts", line: 9 }),
    ],
  });
});

test("check finds calls that a class may not make", async () => {
  const project = new Project({
    "src/desk.ts": `import { Tool, ToolContext } from "@skills/core";
export class Desk {
  @Tool() async go(context: ToolContext): Promise<void> {
    await context.tools.call("refund");
  }
}
`,
  });
  const { code, out } = await skills("check", "-p", project.root);
  expect(code).toBe(1);
  expect(out).toContain("src/desk.ts:4 - error S230: refund is not among the tools that Desk may call");
});

test("check compares contracts with a committed manifest: breaking changes fail, others do not", async () => {
  const project = new Project({ "src/orders.ts": ORDERS });
  const committed = project.path("tools.json");
  const against = (...more: string[]) => skills("check", "-p", project.root, "--against", committed, ...more);

  expect(await against()).toMatchObject({ code: 1, err: expect.stringContaining("S252") });
  expect((await against("--update")).out).toContain("tools.json is written.");
  expect(await against()).toMatchObject({ code: 0, out: "The contracts of the tools are the same.\n" });

  project.write("src/orders.ts", ORDERS.replace("deep: boolean = false", "deep: boolean, note?: string"));
  const { code, out } = await against();
  expect(code).toBe(1);
  expect(out).toBe(
    [
      "Orders.find",
      "  breaking  input deep: is required now",
      "  fine      input deep: the default is gone",
      "  fine      input note: a new optional property",
      "",
      "3 changes, 1 breaking.",
      "",
    ].join("\n"),
  );
  const asJson = JSON.parse((await against("--json")).out);
  expect(asJson.changes[0]).toEqual({
    tool: "Orders.find",
    breaking: true,
    part: "input",
    path: "deep",
    what: "is required now",
  });

  expect((await against("--update")).code).toBe(0);
  project.write("src/orders.ts", ORDERS.replace("deep: boolean = false", "deep?: boolean, note?: string"));
  expect((await against()).code).toBe(0);
});

test("an error keeps the committed manifest as it is", async () => {
  const project = new Project({ "src/orders.ts": ORDERS.replace("id: string", "id: symbol") });
  const { code } = await skills("check", "-p", project.root, "--against", project.path("t.json"), "--update");
  expect(code).toBe(1);
  expect(existsSync(project.path("t.json"))).toBe(false);
});

test.each([
  ["no JSON", "{"],
  ["something else", '{"version": 7}'],
  ["no more than the beginning of one", '{"version": 1, "skills": [{"class": "Orders"}], "functions": []}'],
])("a manifest to compare with that is %s is the user's to mend", async (_, text) => {
  const project = new Project({ "src/orders.ts": ORDERS });
  writeFileSync(project.path("bad.json"), text);
  const { code, err } = await skills("check", "-p", project.root, "--against", project.path("bad.json"));
  expect(code).toBe(1);
  expect(err).toContain("error S252");
});

describe("check --second-opinion", () => {
  const ONE_KNOWN = ORDERS.replace("id: string", "id: string, on: Date, tags: Set<string>");

  test("says in one line for each known reason where another generator describes types otherwise", async () => {
    const project = new Project({ "src/orders.ts": ONE_KNOWN });
    const { code, out, err } = await skills("check", "-p", project.root, "--second-opinion");
    expect(code).toBe(0);
    expect(err).toBe("");
    expect(out).toContain("1 tool: nothing to say against it.\n");
    expect(out).toContain("4 parameters: 3 alike, 1 different for known reasons, 0 without one.\n");
    expect(out).toMatch(
      /1 place: it describes the members of a built-in object.*\n {2}Orders\.\w+\(tags\)\n/,
    );
    expect(out).not.toContain("S243");
  });

  test("warns of a difference that no known reason accounts for", async () => {
    const project = new Project({
      "src/orders.ts": ORDERS.replace("id: string", "id: string, line: Line").concat(
        "interface Line {\n  /** @ignore */\n  sku: string;\n}\n",
      ),
    });
    const { code, out } = await skills("check", "-p", project.root, "--second-opinion");
    expect(code).toBe(0);
    expect(out).toMatch(/^src\/orders\.ts:\d+ - warning S243: parameter `line`: .*no known reason.*sku/);
    expect(out).toContain("3 parameters: 2 alike, 0 different for known reasons, 1 without one.\n");
  });

  test("has every place with --json", async () => {
    const project = new Project({ "src/orders.ts": ONE_KNOWN });
    const { out } = await skills("check", "-p", project.root, "--second-opinion", "--json");
    expect(JSON.parse(out)).toMatchObject({
      diagnostics: [],
      secondOpinion: {
        compared: 4,
        alike: 3,
        explained: [{ class: "Orders", parameter: "tags", path: "", reason: "builtIns" }],
      },
    });
  });
});
