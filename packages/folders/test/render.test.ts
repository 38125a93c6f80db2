import { appendFileSync, rmSync } from "node:fs";
import { renderSkill } from "../src";
import { splitArguments } from "../src/arguments";
import { goodSkill, named, useDisk } from "./folders";

const disk = useDisk();

function rendered(body: string, args = "", fields = ""): string {
  disk().skill("refunds", goodSkill("refunds", body, fields));
  return renderSkill(named(disk().find(), "refunds"), args, { folderLine: false });
}

test("the text is the body, after a line that names the folder", () => {
  disk().skill("refunds", goodSkill("refunds", "Say exactly: No.\n\n---\n\nNever more."));
  const skill = named(disk().find(), "refunds");
  expect(renderSkill(skill)).toBe(
    `Base directory for this skill: ${disk().skills}/refunds\n\nSay exactly: No.\n\n---\n\nNever more.`,
  );
});

test("$ARGUMENTS is the string as it was given, in every place", () => {
  expect(rendered("A: $ARGUMENTS. B: $ARGUMENTS.", `x "y z`)).toBe(`A: x "y z. B: x "y z.`);
});

test("positions are counted from 0 and split as a shell splits, where the skill declares arguments or a hint", () => {
  for (const fields of ["\narguments: [first, second]", "\nargument-hint: '[first] [second]'"])
    expect(rendered("$0|$1|$2|$ARGUMENTS[1]", `one "two three"`, fields)).toBe("one|two three||two three");
});

test("names are those of the declaration", () => {
  expect(rendered("$second, $first, $third", "a b", "\narguments: first second")).toBe("b, a, $third");
});

test("prices and programs are left alone where nothing is declared", () => {
  const body = "It costs $1,000. awk '{print $1}' and $ARGUMENTS[0] and $HOME";
  expect(rendered(body)).toBe(body);
  expect(rendered(body, "x")).toBe(`${body}\n\nARGUMENTS: x`);
});

test("what has a backslash before it stays, backslash and all", () => {
  expect(rendered("\\$ARGUMENTS \\$1 \\${CLAUDE_SKILL_DIR}", "", "\narguments: [a]")).toBe(
    "\\$ARGUMENTS \\$1 \\${CLAUDE_SKILL_DIR}",
  );
});

test("what is filled in is not searched again", () => {
  expect(rendered("$ARGUMENTS", "$0 $ARGUMENTS ${CLAUDE_SKILL_DIR} $&", "\narguments: [a]")).toBe(
    "$0 $ARGUMENTS ${CLAUDE_SKILL_DIR} $&",
  );
});

test("folder, project and session are filled where they are known", () => {
  const body = "${CLAUDE_SKILL_DIR}|${CLAUDE_PROJECT_DIR}|${CLAUDE_SESSION_ID}|${CLAUDE_OTHER}";
  disk().skill("refunds", goodSkill("refunds", body));
  const skill = named(disk().find(), "refunds");
  expect(renderSkill(skill, "", { folderLine: false, projectDir: "/p", sessionId: "s" })).toBe(
    `${disk().skills}/refunds|/p|s|\${CLAUDE_OTHER}`,
  );
  expect(renderSkill(skill, "", { folderLine: false })).toContain("${CLAUDE_PROJECT_DIR}");
});

test("arguments that no placeholder takes are appended", () => {
  expect(rendered("Do it.", "now")).toBe("Do it.\n\nARGUMENTS: now");
  expect(rendered("Do it.", "  ")).toBe("Do it.");
});

test("lines for a shell are text, and never run", () => {
  const file = `${disk().root}/ran`;
  expect(rendered(`!\`touch ${file}\``)).toBe(`!\`touch ${file}\``);
  expect(() => rmSync(file)).toThrow("ENOENT");
});

test.each([
  ["", []],
  ["  a   b ", ["a", "b"]],
  [`'a b' "c d"e`, ["a b", "c de"]],
  [`a\\ b \\"c`, ["a b", `"c`]],
  [`"a \\"b\\" \\n"`, [`a "b" \\n`]],
  [`'' ""`, ["", ""]],
  [`a "b c`, ["a", "b c"]],
  [`a 'b c`, ["a", "b c"]],
  ["a\\", ["a"]],
])("%j splits into %j", (text, parts) => {
  expect(splitArguments(text)).toEqual(parts);
});

test("a hundred thousand quotes that do not close are split soon", () => {
  const before = performance.now();
  splitArguments(`${`"'\\`.repeat(33_333)}`);
  expect(performance.now() - before).toBeLessThan(1000);
});

describe("a file that is not what it was when it was found is refused", () => {
  test("changed", () => {
    const file = disk().skill("refunds", goodSkill("refunds"));
    const skill = named(disk().find(), "refunds");
    appendFileSync(file, "More.");
    expect(() => renderSkill(skill)).toThrow(
      "S621: The SKILL.md of skill refunds has changed since it was found.",
    );
  });

  test("gone", () => {
    disk().skill("refunds", goodSkill("refunds"));
    const skill = named(disk().find(), "refunds");
    rmSync(skill.folder, { recursive: true });
    expect(() => renderSkill(skill)).toThrow("is gone since it was found");
  });
});
