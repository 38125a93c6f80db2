import { ScriptedModel } from "@skills/testing";
import { ORDERS, Project } from "./support/project";
import { skills } from "./support/run";

test("list shows the tools of the project, one a line, with what each costs", async () => {
  const project = new Project({
    "src/orders.ts": ORDERS,
    "src/shop.ts": `import { BasicToolSet, Tool } from "@skills/core";
/** Quote a price. */
export function quote(id: string): number { return id.length; }
export class Shop {
  @Tool({ name: "Shop.close", description: "Close it." }) close(): void {}
}
export const set = new BasicToolSet();
set.addTool(quote);
set.addTool((id: string) => id, { name: "Shop.echo" });
set.addTool((id: string) => id, { name: String(Math.random()) });
`,
  });
  const { code, out } = await skills("list", "-p", project.root);
  expect(code).toBe(0);
  expect(
    out
      .replace(/~ *\d+/g, "~N")
      .replace(/ {2,}~N( {2,}|$)/gm, (_, behind: string) => `  ~N${behind && "  "}`),
  ).toBe(
    [
      "Orders (src/orders.ts)",
      "  find  ~N  Find an order.",
      "Shop (src/shop.ts)",
      "  Shop__close  ~N  Close it.",
      "src/shop.ts",
      "  quote  ~N  Quote a price.",
      "  Shop__echo  ~N",
      "  src/shop.ts:10  ~N",
      "5 tools, ~N tokens (estimated).",
      "",
    ].join("\n"),
  );
  const rows = JSON.parse((await skills("list", "-p", project.root, "--json")).out);
  expect(rows[0]).toEqual({
    name: "find",
    skill: "Orders (src/orders.ts)",
    description: "Find an order.",
    tokens: expect.any(Number),
    exact: false,
  });
});

describe("list --count", () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  test("asks the API, and counts what a tool adds", async () => {
    const project = new Project({ "src/orders.ts": ORDERS });
    const server = await new ScriptedModel([]).listen();
    process.env.ANTHROPIC_API_KEY = "test";
    process.env.ANTHROPIC_BASE_URL = server.url;
    const { code, out, err } = await skills("list", "-p", project.root, "--count", "--json");
    await server.close();
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toEqual([expect.objectContaining({ name: "find", exact: true })]);
    expect(JSON.parse(out)[0].tokens).toBeGreaterThan(10);
  });

  test("without a key says what to do", async () => {
    delete process.env.ANTHROPIC_API_KEY;
    const project = new Project({ "src/orders.ts": ORDERS });
    const { code, err } = await skills("list", "-p", project.root, "--count");
    expect(code).toBe(1);
    expect(err).toContain("error S253");
    expect(err).toContain("set ANTHROPIC_API_KEY");
  });
});

test("a project without a tsconfig.json is the user's to mend", async () => {
  expect(await skills("list", "-p", "/nowhere")).toMatchObject({
    code: 1,
    err: expect.stringContaining("there is no such tsconfig.json"),
  });
});
