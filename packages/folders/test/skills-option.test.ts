import fc from "fast-check";
import { checkSkillsOption, InvalidSkillsOptionError, missingSkills, permitted } from "../src";
import { goodSkill, useDisk } from "./folders";

const disk = useDisk();

function refusal(option: unknown): string {
  try {
    checkSkillsOption(option);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSkillsOptionError);
    return (error as InvalidSkillsOptionError).message;
  }
  throw new Error("it was not refused");
}

test.each([[undefined], ["all"], [[]], [["refund-policy", "shop:refunds", "技能", "Old Name"]]])(
  "%j is taken",
  (option) => {
    expect(() => checkSkillsOption(option)).not.toThrow();
  },
);

test.each([
  [
    ["shop:*"],
    "Invalid skill name 'shop:*': wildcard-suffix names are not allowed; list each skill by its exact name.",
  ],
  [["*"], "Invalid skill name '*': use skills: 'all' to enable every skill."],
])("%j is refused in the words of the contract", (option, words) => {
  expect(refusal(option)).toBe(words);
});

test("a bare string is asked whether a list was meant", () => {
  expect(refusal("x")).toContain("Did you mean ['x']?");
});

test.each([
  [[""], "blank"],
  [["   "], "blank"],
  [[" a"], "blanks at its edges"],
  [["a\n"], "blanks at its edges"],
  [["a\u0007b"], "'a\\u0007b': a name has no control characters"],
  [["a(b)"], "parentheses"],
  [["a,b"], "commas"],
  [["/a"], "leading slash"],
  [["ok", 3], "Invalid skill name 3"],
  [new Array(1), "Invalid skill name undefined"],
  [null, "null is no list"],
  [{}, "object is no list"],
  [3, "number is no list"],
  [true, "boolean is no list"],
])("%j is refused", (option, words) => {
  expect(refusal(option)).toContain(words);
});

test.each([{ toString: "" }, { toString: null }, Object.create(null), Symbol("x")])(
  "a name that cannot be made a text is refused like any other",
  (name: unknown) => {
    expect(() => {
      checkSkillsOption([name]);
    }).toThrow(/^Invalid skill name .*: a name is a string\.$/);
  },
);

test("whatever is given is taken or refused with an error of the option's own", () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(fc.string({ unit: "binary" }))), (option) => {
      try {
        checkSkillsOption(option);
      } catch (error) {
        expect(error).toMatchObject({ code: "S601", message: expect.stringMatching(/^Invalid skill/) });
      }
    }),
  );
});

describe("of the skills that were found", () => {
  beforeEach(() => {
    for (const name of ["a", "b", "café"]) disk().skill(name, goodSkill(name));
  });
  const names = (option: Parameters<typeof permitted>[1]) =>
    permitted(disk().find().skills, option).map(({ name }) => name);

  test("all are permitted where nothing is said, and by name those that are listed", () => {
    expect(names(undefined)).toEqual(["a", "b", "café"]);
    expect(names("all")).toEqual(["a", "b", "café"]);
    expect(names([])).toEqual([]);
    expect(names(["b", "nope"])).toEqual(["b"]);
    expect(names(["cafe\u0301"])).toEqual(["café"]);
    expect(names(["B"])).toEqual([]);
  });

  test("a listed name that none has is a warning", () => {
    expect(missingSkills(disk().find().skills, ["a", "nope"], "/project")).toMatchObject([
      { code: "S602", severity: "warning", skill: "nope", file: "/project", help: "found were a, b, café" },
    ]);
  });

  test("a bad option permits nothing", () => {
    expect(() => names(["*"])).toThrow(InvalidSkillsOptionError);
  });
});
