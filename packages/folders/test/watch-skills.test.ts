import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { watchSkills, type FoundSkills, type SkillsWatch } from "../src";
import { goodSkill, useDisk } from "./folders";

const disk = useDisk();
let watched: SkillsWatch;
let heard: FoundSkills[];
let wake: () => void;

beforeEach(() => {
  disk().skill("refunds", goodSkill("refunds"));
  heard = [];
  wake = () => {};
  watched = watchSkills({ cwd: disk().project, home: disk().home }, (found) => {
    heard.push(found);
    wake();
  });
});
afterEach(() => watched.close());

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise<void>((resolve) => (wake = resolve));
}

const names = () => watched.found.skills.map(({ name }) => name);

test("knows at once what there is", () => {
  expect(names()).toEqual(["refunds"]);
  expect(heard).toEqual([]);
});

test("hears of a skill that comes, changes and goes", async () => {
  disk().skill("returns", goodSkill("returns"));
  await until(() => names().includes("returns"));
  const file = disk().skill("returns", goodSkill("returns", "Other."));
  const before = watched.found.skills[1]?.hash;
  await until(() => watched.found.skills[1]?.hash !== before);
  expect(watched.found.skills[1]?.file).toBe(file);
  rmSync(join(disk().skills, "returns"), { recursive: true });
  await until(() => names().length === 1);
  expect(heard.at(-1)).toBe(watched.found);
});

test("hears of a root that was not there before", async () => {
  disk().write("home/.claude/skills/of-user/SKILL.md", goodSkill("of-user"));
  await until(() => names().includes("of-user"));
});

test("hears of a file that breaks, as a diagnostic", async () => {
  disk().skill("refunds", "---\nname: [\n---\n");
  await until(() => watched.found.diagnostics.length > 0);
  expect(watched.found.diagnostics).toMatchObject([{ code: "S609" }]);
});

test("says nothing of changes that make no difference, and nothing after it is closed", async () => {
  writeFileSync(join(disk().skills, "refunds/notes.txt"), "x");
  disk().skill("returns", goodSkill("returns"));
  await until(() => names().includes("returns"));
  expect(heard).toHaveLength(1);
  watched.close();
  disk().skill("third", goodSkill("third"));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(heard).toHaveLength(1);
});
