import { join } from "node:path";
import { readSkillFolder } from "../src";
import { goodSkill, skillMd, useDisk } from "./folders";

const disk = useDisk();

test("a folder is read with its body, and warnings are told", () => {
  disk().skill("refunds", skillMd("name: Refunds\ndescription: About refunds", "Do $ARGUMENTS."));
  expect(readSkillFolder(join(disk().skills, "refunds"))).toMatchObject({
    name: "refunds",
    description: "About refunds",
    instructions: "Do $ARGUMENTS.",
    diagnostics: [{ code: "S613", line: 2 }],
  });
});

test.each([
  ["a folder that is not there", "nothing", "S604"],
  ["a file", "refunds/SKILL.md", "S604"],
  ["a folder without SKILL.md", ".", "S605"],
  ["a SKILL.md that does not parse", "broken", "S609"],
])("%s is an error with its place", (_kind, path, code) => {
  disk().skill("refunds", goodSkill("refunds"));
  disk().skill("broken", "---\nname: [\n---\n");
  expect(() => readSkillFolder(join(disk().skills, path))).toThrow(
    expect.objectContaining({
      code,
      place: expect.objectContaining({ file: expect.stringContaining(disk().root) }),
    }),
  );
});
