import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { MANIFEST_FILE, sourceHash, VALIDATORS_FILE, type Manifest } from "@skills/core";
import { Builder } from "../src/build";
import { TempProject, TSCONFIG } from "./support/project";

const ORDERS = `
  import { Tool } from "@skills/core";
  export class Orders {
    /** Find an order. */
    @Tool() find(id: string): string { return id; }
  }
`;

const projects: TempProject[] = [];

function project(files: { [path: string]: string | object }): TempProject {
  const made = new TempProject(files);
  projects.push(made);
  return made;
}

afterAll(() => {
  for (const each of projects) each.remove();
});

const withOut = (outDir: string) => ({
  ...TSCONFIG,
  compilerOptions: { ...TSCONFIG.compilerOptions, outDir },
});

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(`${folder}/${MANIFEST_FILE}`, "utf8")) as Manifest;
}

test("a build writes the manifest and its validators into outDir, without absolute paths", () => {
  const desk = project({ "tsconfig.json": withOut("dist"), "src/orders.ts": ORDERS });
  const { outputs, diagnostics, tools, isUpToDate } = new Builder().build({ project: desk.root });
  expect({ diagnostics, tools, isUpToDate }).toEqual({ diagnostics: [], tools: 1, isUpToDate: false });
  expect(outputs.map(({ path }) => path)).toEqual([
    desk.path(`dist/${MANIFEST_FILE}`),
    desk.path(`dist/${VALIDATORS_FILE}`),
  ]);
  expect(manifestIn(desk.path("dist"))).toMatchObject({
    root: "..",
    sources: { "src/orders.ts": sourceHash(readFileSync(desk.path("src/orders.ts"))) },
    skills: [{ class: "Orders", file: "src/orders.ts" }],
  });
  for (const { path, bytes } of outputs) {
    expect(statSync(path).size).toBe(bytes);
    expect(readFileSync(path, "utf8")).not.toContain(desk.root);
  }
});

test("schemas are written in the form that is asked for; another form is another build", () => {
  const desk = project({
    "tsconfig.json": withOut("dist"),
    "src/orders.ts": ORDERS.replace("id: string)", "from: Place, to: Place)").replace(
      "export",
      "interface Place { cityName: string } export",
    ),
  });
  const schema = () => manifestIn(desk.path("dist")).skills[0]?.tools[0]?.inputSchema;
  const build = (options: object) => new Builder().build({ project: desk.root, ...options }).isUpToDate;
  expect(build({})).toBe(false);
  expect(schema()).toHaveProperty("$defs.Place");
  expect(build({ titles: true, inlineRefs: true })).toBe(false);
  expect(schema()).not.toHaveProperty("$defs");
  expect(schema()).toHaveProperty("properties.to.properties.cityName.title", "City Name");
  expect(build({ titles: true, inlineRefs: true })).toBe(true);
});

test("a build with nothing changed finds so; a changed source, option or output is built again", () => {
  const desk = project({ "tsconfig.json": withOut("dist"), "src/orders.ts": ORDERS, "dist/orders.js": "" });
  const build = () => new Builder().build({ project: desk.root });
  build();
  expect(build()).toMatchObject({ isUpToDate: true, tools: 1, outputs: [{}, {}] });

  desk.write("src/orders.ts", ORDERS.replace("id: string)", "id: string, deep: boolean)"));
  expect(build().isUpToDate).toBe(false);
  expect(
    Object.keys(manifestIn(desk.path("dist")).skills[0]?.tools[0]?.inputSchema.properties ?? {}),
  ).toEqual(["id", "deep"]);

  rmSync(desk.path(`dist/${VALIDATORS_FILE}`));
  expect(build().isUpToDate).toBe(false);
  expect(existsSync(desk.path(`dist/${VALIDATORS_FILE}`))).toBe(true);
  expect(build().isUpToDate).toBe(true);

  desk.write("tsconfig.json", withOut("lib"));
  expect(build().outputs[0]?.path).toBe(desk.path(`lib/${MANIFEST_FILE}`));
});

test("an error writes nothing and leaves what is there", () => {
  const desk = project({ "tsconfig.json": withOut("dist"), "src/orders.ts": ORDERS });
  const builder = new Builder();
  builder.build({ project: desk.root });
  const before = readFileSync(desk.path(`dist/${MANIFEST_FILE}`), "utf8");
  desk.write("src/bad.ts", ORDERS.replace("id: string)", "id: symbol)"));
  const { outputs, diagnostics } = builder.build({ project: desk.root });
  expect(outputs).toEqual([]);
  expect(diagnostics).toMatchObject([{ code: "S201", severity: "error", file: "src/bad.ts", line: 5 }]);
  expect(readFileSync(desk.path(`dist/${MANIFEST_FILE}`), "utf8")).toBe(before);
});

test("a solution builds each project into its own folder, or all into one", () => {
  const desk = project({
    "tsconfig.json": { files: [], references: [{ path: "a" }, { path: "b" }] },
    "a/tsconfig.json": { ...withOut("../dist/a"), include: ["."] },
    "a/orders.ts": ORDERS,
    "b/tsconfig.json": { ...withOut("../dist/b"), include: ["."] },
    "b/stock.ts": ORDERS.replace("Orders", "Stock"),
  });
  const builder = new Builder();
  builder.build({ project: desk.root });
  expect(manifestIn(desk.path("dist/a"))).toMatchObject({ root: "../../a", skills: [{ file: "orders.ts" }] });
  expect(manifestIn(desk.path("dist/b"))).toMatchObject({ root: "../../b", skills: [{ file: "stock.ts" }] });

  builder.build({ project: desk.root, out: desk.path("all") });
  expect(manifestIn(desk.path("all"))).toMatchObject({
    root: "..",
    skills: [{ file: "a/orders.ts" }, { file: "b/stock.ts" }],
  });
});

test("a project that has no tools any more has no manifest any more", () => {
  const desk = project({ "tsconfig.json": withOut("dist"), "src/orders.ts": ORDERS });
  const builder = new Builder();
  builder.build({ project: desk.root });
  desk.write("src/orders.ts", "export const none = 1;");
  expect(builder.build({ project: desk.root })).toMatchObject({ tools: 0, outputs: [] });
  expect(existsSync(desk.path(`dist/${MANIFEST_FILE}`))).toBe(false);
});

test("a tsconfig.json that is not there is a diagnostic", () => {
  expect(new Builder().build({ project: "/nowhere/tsconfig.json" })).toMatchObject({
    outputs: [],
    diagnostics: [{ code: "S212", severity: "error" }],
  });
});
