import { inspect } from "node:util";
import { SkillsError } from "../src";

const error = new SkillsError("S250", "there is no file src/desk.ts", {
  help: "name a file",
  place: { file: "src/main.ts", line: 3 },
});

test("an error says code, cause, place and way out, and has each by itself", () => {
  expect(error.message).toBe("S250: there is no file src/desk.ts\n  at src/main.ts:3\n  help: name a file");
  const { code, plainMessage, place, help } = error;
  expect({ code, plainMessage, place, help }).toEqual({
    code: "S250",
    plainMessage: "there is no file src/desk.ts",
    place: { file: "src/main.ts", line: 3 },
    help: "name a file",
  });
});

test("where an error is printed, nothing is said twice", () => {
  const printed = inspect(error);
  for (const said of ["there is no file src/desk.ts", "src/main.ts", "name a file"])
    expect(printed.split(said)).toHaveLength(2);
  expect(printed).toContain("code: 'S250'");
});
