import { Project } from "./support/project";
import { skills } from "./support/run";

test("an unknown command, option or a missing argument is the user's to mend; help is none", async () => {
  expect(await skills("bild")).toMatchObject({
    code: 1,
    err: expect.stringContaining("unknown command 'bild'"),
  });
  expect((await skills("build", "--fast")).code).toBe(1);
  expect((await skills("schema")).code).toBe(1);
  expect(await skills("--help")).toMatchObject({ code: 0, out: expect.stringContaining("Usage: skills") });
  expect(await skills("--version")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

test("lint holds skill folders to the rules", async () => {
  const project = new Project({
    "skills/refund-policy/SKILL.md":
      "---\nname: refund-policy\ndescription: How refunds are made\n---\nText.\n",
    "skills/other/SKILL.md": "---\nname: Another Name\ndescription: x\n---\nText.\n",
  });
  const good = await skills("lint", project.path("skills/refund-policy"));
  expect(good).toMatchObject({ code: 0, out: "1 skill folder: nothing to say against it.\n" });
  const bad = await skills("lint", project.path("skills"));
  expect(bad.code).toBe(1);
  expect(bad.out).toMatch(/other\/SKILL\.md:2 - error S6\d\d: /);
  expect(bad.out).toContain("Claude Code ");
  const { folders, diagnostics } = JSON.parse((await skills("lint", project.path("skills"), "--json")).out);
  expect(folders).toHaveLength(2);
  expect(diagnostics[0]).toMatchObject({ severity: "error", file: project.path("skills/other/SKILL.md") });
  expect(await skills("lint", "/nowhere", "--json")).toMatchObject({
    code: 1,
    out: expect.stringContaining('"code": "S604"'),
  });
});
