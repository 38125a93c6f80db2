import { existsSync, readFileSync } from "node:fs";
import { ORDERS, Project } from "./support/project";
import { skills, skillsOn } from "./support/run";

test("build says what it wrote, and that nothing changed when it is run again", async () => {
  const project = new Project({ "src/orders.ts": ORDERS });
  const first = await skills("build", "--project", project.root);
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toMatch(
    /dist\/skills\.manifest\.json {2}\d+ B\n.*dist\/skills\.validators\.cjs {2}\d+ B\n1 tool, built in \d+\.\d\d s\n$/,
  );
  const second = await skills("build", "--project", project.path("tsconfig.json"));
  expect(second.out).toMatch(/1 tool, nothing changed in \d+\.\d\d s\n$/);
});

test("build --out writes elsewhere; --json says it to programs", async () => {
  const project = new Project({ "src/orders.ts": ORDERS });
  const { code, out } = await skills("build", "-p", project.root, "--out", project.path("made"), "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    root: project.root,
    tools: 1,
    isUpToDate: false,
    diagnostics: [],
    outputs: [
      { path: project.path("made/skills.manifest.json"), bytes: expect.any(Number) },
      { path: project.path("made/skills.validators.cjs"), bytes: expect.any(Number) },
    ],
  });
});

test("build --titles gives each property a title", async () => {
  const project = new Project({ "src/orders.ts": ORDERS });
  const { code } = await skills("build", "-p", project.root, "--titles", "--inline-refs");
  expect(code).toBe(0);
  expect(readFileSync(project.path("dist/skills.manifest.json"), "utf8")).toContain('"title":"Id"');
});

test("build writes nothing where a tool cannot be described", async () => {
  const project = new Project({ "src/orders.ts": ORDERS.replace("id: string", "id: symbol") });
  const { code, out } = await skills("build", "-p", project.root);
  expect(code).toBe(1);
  expect(out).toContain("src/orders.ts:9 - error S201:");
  expect(out).toMatch(/Found 1 error\.\nNothing was written\.\n$/);
  expect(existsSync(project.path("dist"))).toBe(false);
});

test("a folder that cannot be written is the user's to mend", async () => {
  const project = new Project({ "src/orders.ts": ORDERS, taken: "a file" });
  const { code, err } = await skills("build", "-p", project.root, "--out", project.path("taken/inside"));
  expect(code).toBe(1);
  expect(err).toMatch(/^error ENOTDIR/);
});

test("build without tools says so", async () => {
  const project = new Project({ "src/none.ts": "export const none = 1;" });
  const { code, out } = await skills("build", "-p", project.root);
  expect(code).toBe(0);
  expect(out).toContain("There are no tools in this project");
});

test("on a terminal, what is being done is said while it is done, and gone afterwards", async () => {
  const project = new Project({ "src/orders.ts": ORDERS });
  const { err } = await skillsOn({ colour: true, isWatched: true, stdin: "" }, "build", "-p", project.root);
  expect(err).toContain("reading the tools …");
  expect(err).toContain("compiling validators …");
  expect(err.endsWith("\r\u001b[K")).toBe(true);
});
