import "./support/compiled";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Skill, skillOf, Tool, toolSet } from "@skills/core";

const RULES = "Refunds run for 14 days from delivery, minus return postage.";

@Skill({ name: "refunds", folder: "./fixtures/refund-policy" })
class Refunds {
  /** Pay an order back. */
  @Tool()
  refund(id: string): string {
    return `${id} is paid back.`;
  }
}

test("a class takes instructions and description from a folder beside its own file", () => {
  expect(toolSet(new Refunds()).instructions).toEqual([RULES]);
  expect(skillOf(Refunds)).toMatchObject({
    name: "refunds",
    description: expect.stringContaining("refund rules"),
  });
});

test("what the class says of itself stands before what the folder says", () => {
  @Skill({ description: "Paying back.", folder: "./fixtures/refund-policy" })
  class Described extends Refunds {}
  expect(skillOf(Described)).toMatchObject({
    name: "Described",
    description: "Paying back.",
    instructions: RULES,
  });
});

test("a subclass has its base's folder, unless it has instructions of its own", () => {
  class Plain extends Refunds {}
  @Skill({ instructions: "Ask first." })
  class Careful extends Refunds {}
  expect(toolSet(new Plain()).instructions).toEqual([RULES]);
  expect(toolSet(new Careful()).instructions).toEqual(["Ask first."]);
});

test("the folder is read when its words are first asked for, and once", () => {
  const folder = mkdtempSync(join(tmpdir(), "skill-"));
  @Skill({ folder })
  class Later extends Refunds {}
  const set = toolSet(new Later());
  expect(() => set.instructions).toThrow(/S605/);
  writeFileSync(join(folder, "SKILL.md"), `---\nname: later\ndescription: Later\n---\n\nNow.\n`);
  expect(set.instructions).toEqual(["Now."]);
  rmSync(folder, { recursive: true });
  expect(set.instructions).toEqual(["Now."]);
});

test("a folder that is not there is an error with its path, where the instructions are asked for", async () => {
  @Skill({ folder: "./fixtures/no-such-folder" })
  class Lost extends Refunds {}
  const set = toolSet(new Lost());
  expect(await set.call("refund", "A1")).toBe("A1 is paid back.");
  expect(() => set.instructions).toThrow(/S604: .*fixtures\/no-such-folder is no folder/);
});

test("instructions and a folder together are refused where they are declared", () => {
  expect(() => {
    @Skill({ instructions: "Ask first.", folder: "./fixtures/refund-policy" })
    class Both extends Refunds {}
    return Both;
  }).toThrow(/S104: Both: instructions and folder both say how the skill is used/);
});
