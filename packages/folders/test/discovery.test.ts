import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { findSkills } from "../src";
import { goodSkill, named, said, skillMd, useDisk } from "./folders";

const disk = useDisk();

function names(options = {}): string[] {
  return disk()
    .find(options)
    .skills.map(({ name }) => name);
}

describe("roots", () => {
  beforeEach(() => {
    disk().skill("of-project", goodSkill("of-project"));
    disk().write("project/.agents/skills/of-agents/SKILL.md", goodSkill("of-agents"));
    disk().write("home/.claude/skills/of-user/SKILL.md", goodSkill("of-user"));
    disk().write("more/.claude/skills/of-more/SKILL.md", goodSkill("of-more"));
    disk().write("shop-plugin/skills/refunds/SKILL.md", goodSkill("refunds"));
  });

  test("are the project's and the user's, where nothing is said", () => {
    expect(names()).toEqual(["of-agents", "of-project", "of-user"]);
  });

  test("are picked by settingSources; none for an empty list", () => {
    expect(names({ settingSources: ["project"] })).toEqual(["of-agents", "of-project"]);
    expect(names({ settingSources: ["user"] })).toEqual(["of-user"]);
    expect(names({ settingSources: ["local"] })).toEqual([]);
    expect(names({ settingSources: [] })).toEqual([]);
  });

  test("are additional directories too, absolute or from the project", () => {
    for (const path of ["../more", join(disk().root, "more")])
      expect(names({ additionalDirectories: [path], settingSources: ["project"] })).toContain("of-more");
  });

  test("of plugins give names with the plugin's, whatever settingSources says", () => {
    const found = disk().find({ plugins: [{ type: "local", path: "../shop-plugin" }], settingSources: [] });
    expect(said(found)).toEqual([]);
    expect(found.skills).toMatchObject([{ name: "shop-plugin:refunds", source: "plugin" }]);
  });

  test("of plugins are named by the manifest, and by the folder where that is broken", () => {
    disk().write("shop-plugin/.claude-plugin/plugin.json", '{"name": "shop"}');
    const options = { plugins: [{ path: "../shop-plugin" }], settingSources: [] };
    expect(names(options)).toEqual(["shop:refunds"]);
    disk().write("shop-plugin/.claude-plugin/plugin.json", "{");
    const found = disk().find(options);
    expect(found.skills.map(({ name }) => name)).toEqual(["shop-plugin:refunds"]);
    expect(said(found)).toEqual(["S625:1 warning"]);
  });

  test.each([
    ["cwd", { cwd: "/nowhere/at/all" }],
    ["additionalDirectories", { additionalDirectories: ["/nowhere/at/all"] }],
    ["plugins", { plugins: [{ path: "/nowhere/at/all" }] }],
  ])("that do not exist (%s) are an error, and the others load", (option, options) => {
    const found = disk().find(options);
    expect(found.diagnostics).toMatchObject([
      { code: "S604", severity: "error", file: "/nowhere/at/all", message: expect.stringContaining(option) },
    ]);
    expect(named(found, "of-user").source).toBe("user");
  });

  test("that are a file are an error", () => {
    disk().write("other/.claude/skills", "a file");
    expect(said(disk().find({ cwd: join(disk().root, "other") }))).toEqual(["S604:1 error"]);
  });

  test("that are reached twice shadow nothing", () => {
    const found = disk().find({ home: disk().project, additionalDirectories: ["."] });
    expect(said(found)).toEqual([]);
    expect(found.skills.map(({ source }) => source)).toEqual(["user", "user"]);
  });
});

describe("two skills of one name", () => {
  beforeEach(() => {
    for (const base of ["project", "more", "home"])
      disk().write(
        `${base}/.claude/skills/refunds/SKILL.md`,
        skillMd(`name: refunds\ndescription: of ${base}`),
      );
  });

  test("the later root's counts, user last, and each shadowed file is reported", () => {
    const found = disk().find({ additionalDirectories: ["../more"] });
    expect(named(found, "refunds").description).toBe("of home");
    expect(found.diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ["S618", `${disk().root}/project/.claude/skills/refunds/SKILL.md`],
      ["S618", `${disk().root}/more/.claude/skills/refunds/SKILL.md`],
    ]);
  });

  test('with precedence "project" the order is turned round', () => {
    const found = disk().find({ additionalDirectories: ["../more"], precedence: "project" });
    expect(named(found, "refunds").description).toBe("of project");
    expect(found.diagnostics.map(({ file }) => file.slice(disk().root.length).split("/")[1])).toEqual([
      "home",
      "more",
    ]);
  });

  test(".claude counts before .agents beside it, in either order", () => {
    disk().write("project/.agents/skills/refunds/SKILL.md", skillMd("name: refunds\ndescription: of agents"));
    for (const precedence of ["user", "project"] as const) {
      const found = disk().find({ settingSources: ["project"], precedence });
      expect(named(found, "refunds").description).toBe("of project");
    }
  });

  test("a broken file does not shadow a whole one", () => {
    disk().write("home/.claude/skills/refunds/SKILL.md", "---\nname: [\n---\n");
    const found = disk().find();
    expect(named(found, "refunds").description).toBe("of project");
    expect(said(found)).toEqual([expect.stringContaining("S609")]);
  });

  test("of one plugin name are reported too", () => {
    disk().write("a/shop/skills/x/SKILL.md", goodSkill("x"));
    disk().write("b/shop/skills/x/SKILL.md", goodSkill("x"));
    const plugins = [{ path: "../a/shop" }, { path: "../b/shop" }];
    expect(said(disk().find({ plugins, settingSources: [] }))).toEqual(["S618:1 warning"]);
  });
});

describe("what is not loaded is said", () => {
  test.each([
    ["skill.md", "group/skill.md", "is not named SKILL.md"],
    ["two levels down", "group/inner/SKILL.md", "one folder too deep"],
    ["beside the folders", "SKILL.md", "beside the skill folders"],
    ["missing", "group/README.md", "holds no SKILL.md"],
  ])("SKILL.md: %s", (_kind, path, words) => {
    disk().write(`project/.claude/skills/${path}`, goodSkill("x"));
    const { skills, diagnostics } = disk().find();
    expect(skills).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: "S605", severity: "warning", message: expect.stringContaining(words) },
    ]);
  });

  test("a SKILL.md inside a skill that loads", () => {
    disk().skill("group", goodSkill("group"));
    disk().skill("group/inner", goodSkill("inner"));
    const found = disk().find();
    expect(found.skills.map(({ name }) => name)).toEqual(["group"]);
    expect(said(found)).toEqual(["S605:1 warning"]);
  });
});

describe("files that cannot be read are errors, and the others load", () => {
  beforeEach(() => disk().skill("returns", goodSkill("returns")));
  afterEach(() => expect(names()).toEqual(["returns"]));

  const path = (name: string) => join(disk().skills, name);

  test("a folder named SKILL.md", () => {
    mkdirSync(path("refunds/SKILL.md"), { recursive: true });
    expect(said(disk().find())).toEqual(["S606:1 error"]);
  });

  test("links that lead nowhere, to themselves, and in a circle", () => {
    symlinkSync("/nowhere/at/all", path("dangling"));
    symlinkSync(path("self"), path("self"));
    symlinkSync(path("b"), path("a"));
    symlinkSync(path("a"), path("b"));
    mkdirSync(path("inner"));
    symlinkSync("/nowhere/at/all", path("inner/SKILL.md"));
    mkdirSync(path("loop"));
    symlinkSync("SKILL.md", path("loop/SKILL.md"));
    const { diagnostics } = disk().find();
    expect(diagnostics.map(({ code, skill, severity }) => [code, skill, severity])).toEqual(
      ["a", "b", "dangling", "inner", "loop", "self"].map((name) => ["S606", name, "error"]),
    );
  });

  test("a pipe, which is not waited for", () => {
    mkdirSync(path("pipe"));
    execFileSync("mkfifo", [path("pipe/SKILL.md")]);
    expect(said(disk().find())).toEqual(["S606:1 error"]);
  });

  test("a device, and a socket", async () => {
    mkdirSync(path("device"));
    symlinkSync("/dev/zero", path("device/SKILL.md"));
    mkdirSync(path("socket"));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path("socket/SKILL.md"), resolve));
    expect(said(disk().find())).toEqual(["S606:1 error", "S606:1 error"]);
    await new Promise((resolve) => server.close(resolve));
  });

  test("100 MB, of which nothing is read", () => {
    const file = disk().skill("large", goodSkill("large"));
    truncateSync(file, 100 * 1024 * 1024);
    const before = performance.now();
    expect(said(disk().find())).toEqual(["S607:1 error"]);
    expect(performance.now() - before).toBeLessThan(1000);
  });

  test("one line of 50 MB", () => {
    disk().skill("line", Buffer.alloc(50 * 1024 * 1024, "x"));
    expect(said(disk().find())).toEqual(["S607:1 error"]);
  });
});

test("a link to a skill folder elsewhere loads, a link to its parent is no endless way down", () => {
  disk().write("elsewhere/refunds/SKILL.md", goodSkill("refunds"));
  symlinkSync(join(disk().root, "elsewhere/refunds"), join(disk().skills, "refunds"));
  disk().skill("round", goodSkill("round"));
  symlinkSync("..", join(disk().skills, "round/up"));
  expect(names()).toEqual(["refunds", "round"]);
});

describe("names", () => {
  test("in other scripts load; those that look alike are one", () => {
    const composed = "caf\u00e9";
    disk().skill(composed, goodSkill("cafe\u0301"));
    disk().skill("技能", goodSkill("技能"));
    const found = disk().find();
    expect(said(found)).toEqual([]);
    expect(found.skills.map(({ name }) => name)).toEqual([composed, "技能"]);
  });

  test("that look alike in two roots shadow each other", () => {
    disk().skill("caf\u00e9", goodSkill("caf\u00e9"));
    disk().write("home/.claude/skills/cafe\u0301/SKILL.md", goodSkill("cafe\u0301"));
    expect(said(disk().find())).toEqual(["S618:1 warning"]);
  });

  test("that differ by capitals alone are warned of", () => {
    disk().skill("refunds", goodSkill("refunds"));
    disk().skill("Refunds", goodSkill("Refunds"));
    const { skills, diagnostics } = disk().find();
    expect(skills).toHaveLength(2);
    expect(diagnostics.map(({ code }) => code)).toEqual(["S613", "S619"]);
  });
});

test.each([
  [{ cwd: 1 }, "cwd is not a path"],
  [{ cwd: "a\0b" }, "cwd is not a path"],
  [{ home: "" }, "home is not a path"],
  [{ additionalDirectories: "x" }, "additionalDirectories is not a list of paths"],
  [{ settingSources: ["projekt"] }, "settingSources is not a list of"],
  [{ plugins: ["x"] }, "plugins is not a list of"],
  [{ plugins: [null] }, "plugins is not a list of"],
  [{ precedence: "mine" }, "precedence is not"],
])("options of a wrong kind are refused: %j", (options, words) => {
  expect(() => findSkills(options as never)).toThrow(words);
});
