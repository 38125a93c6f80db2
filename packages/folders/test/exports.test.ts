import * as exported from "../src";

test("the package exports these names and no others", () => {
  expect(Object.keys(exported).sort()).toEqual([
    "InvalidSkillsOptionError",
    "SkillTool",
    "catalogue",
    "checkFindOptions",
    "checkSkillsOption",
    "findSkills",
    "lintSkillFolder",
    "listSkillFiles",
    "missingSkills",
    "permitted",
    "readSkillFile",
    "readSkillFolder",
    "renderSkill",
    "skillTool",
    "watchSkills",
    "writeSkillFolder",
  ]);
});
