import fc from "fast-check";
import { documentOf } from "../src/skill-document";
import { parseFrontmatter } from "../src/frontmatter/parse";
import { parseYaml } from "../src/frontmatter/yaml";
import { parseSimple } from "../src/frontmatter/simple";
import { renderSkill } from "../src";
import { useDisk } from "./folders";

const disk = useDisk();

/** Pieces that frontmatter is made of, put together without sense. */
const piece = fc.oneof(
  fc.constantFrom(
    "name: x",
    "description: y",
    "description: Use when: z",
    "metadata:",
    "  a: b",
    "- a",
    "# c",
  ),
  fc.constantFrom(
    ..."---|...|[|]|{|}|: |? |- |&a |*a|!t |'|\"|>|\\|,|#|@|`|%".split("|"),
    "|",
    "\t",
    "  ",
    "\r",
    "\n",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const soup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
const lines = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("\n"));
const text = fc.oneof(soup, lines);
const file = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(
      fc.constantFrom("", "\ufeff", "---\n", "---\r\n"),
      text,
      fc.constantFrom("", "\n---", "\n---\nbody $1"),
    )
    .map((parts) => Buffer.from(parts.join(""))),
);

test("any bytes load, or give an error: never both, never neither", () => {
  fc.assert(
    fc.property(file, (bytes) => {
      const { fields, problems } = documentOf(bytes, "refunds");
      expect(problems.some(({ severity }) => severity === "error")).toBe(fields === undefined);
      for (const { line, help } of problems) {
        expect(line).toBeGreaterThan(0);
        expect(help).not.toBe("");
      }
    }),
    { numRuns: 2000 },
  );
});

test("any bytes on the disk are found or reported, and what is found renders", () => {
  fc.assert(
    fc.property(file, (bytes) => {
      disk().skill("refunds", bytes);
      const { skills, diagnostics } = disk().find();
      expect(skills.length + diagnostics.length).toBeGreaterThan(0);
      for (const skill of skills) expect(renderSkill(skill, "a b")).toContain(skill.folder);
    }),
    { numRuns: 200 },
  );
});

const key = fc.constantFrom("name", "description", "a", "b-c", "d_e", "metadata");
const odd = {
  indent: fc.constantFrom("  ", " ", "\t"),
  key: fc.constantFrom("null", "true", "x y", "1", "é"),
  colon: fc.constantFrom(":", ":  ", ":\t", " : "),
  value: fc.oneof(
    fc.constantFrom(
      "",
      "null",
      "True",
      "12",
      "~",
      "'a''b'",
      "x: y",
      "x #y",
      "x#y",
      "- a",
      "[a]",
      "*a",
      "&a b",
      "!t b",
    ),
    fc.constantFrom("a\u00a0", "\u00a0a", "'a' b", "a:", "a\\n", '"a\\n"', "a\u2028", "a\ufeff"),
    fc.string({ unit: "binary", maxLength: 4 }),
  ),
};
const usual = fc.constantFrom(
  "text",
  "two words",
  "yes",
  "'it'",
  '"it"',
  "a ",
  "é–ü",
  "a'b",
  'a"b',
  "é,]}",
  '""',
  "a:b#c",
  "https://x.y/z",
  "true",
  "[a, b c ,d]",
  "[Bash(git add *)]",
);
const mostly = <T>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: common }, { weight: 1, arbitrary: rare });

const below = fc
  .array(
    fc.tuple(
      fc.constantFrom("  ", "", "  - ", "- ", " -  "),
      mostly(fc.constant(""), odd.indent),
      fc.constantFrom("", "a: ", "b: "),
      mostly(usual, odd.value),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => all.map((parts) => `\n${parts.join("")}`).join(""));
const belowOfOneKind = fc
  .tuple(
    fc.constantFrom("  - ", "- ", " -  ", "  x: "),
    fc.array(mostly(usual, odd.value), { minLength: 1, maxLength: 3 }),
  )
  .map(([mark, values]) =>
    values.map((value, index) => `\n${mark.replace("x", `x${String(index)}`)}${value}`).join(""),
  );
const nested = fc
  .tuple(key, fc.constantFrom(":", ": "), fc.oneof(below, belowOfOneKind))
  .map((parts) => parts.join(""));

/** Frontmatter as the quick reader takes it, or just not. */
const nearlySimple = fc
  .array(
    mostly(
      fc
        .tuple(
          mostly(fc.constant(""), odd.indent),
          mostly(key, odd.key),
          mostly(fc.constant(": "), odd.colon),
          mostly(usual, odd.value),
          mostly(fc.constant(""), fc.constantFrom("\n  a: b", "\n", "\r")),
        )
        .map((parts) => parts.join("")),
      nested,
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.join("\n"));

test("the quick reader of simple frontmatter takes nothing that YAML reads otherwise", () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.oneof(nearlySimple, text), (frontmatter) => {
      const simple = parseSimple(frontmatter);
      if (!simple) return;
      taken += 1;
      const { entries = new Map(), problems } = parseYaml(frontmatter);
      const plain = (map: typeof simple) => [...map].map(([name, { value, line }]) => [name, value, line]);
      expect(problems).toEqual([]);
      expect(plain(simple)).toEqual(plain(entries));
    }),
    { numRuns: 2000 },
  );
  expect(taken).toBeGreaterThan(200);
});

describe("what is made to hang a parser ends in an error, soon", () => {
  const LENGTH = 30_000;
  const fill = (unit: string) => unit.repeat(Math.floor(LENGTH / unit.length));
  const aliases = ["a: &a [x, x, x, x, x, x, x, x, x]"];
  for (let at = 0; at < 8; at += 1) {
    const [from, to] = [String.fromCharCode(97 + at), String.fromCharCode(98 + at)];
    aliases.push(`${to}: &${to} [${Array.from({ length: 9 }, () => `*${from}`).join(", ")}]`);
  }

  test.each([
    ["aliases of aliases", aliases.join("\n")],
    ["one list, aliased again and again", `a: &a [x]\nb: [${fill("*a,")}]`],
    ["lists in lists", fill("[")],
    ["maps in maps", fill("{a: ")],
    ["keys of keys", fill("? ")],
    ["keys of keys in maps", fill("{? ")],
    ["keys of lists", fill("- ? ")],
    ["keys of keys over lines", fill("?\n")],
    ["items of items", fill("- ")],
    ["colons", fill("a: ")],
    ["an alias of itself", "a: &a [*a]\nb: *a"],
    ["more than there may be", `a: ${"x".repeat(40_000)}\nb: [1]`],
  ])("%s", (_kind, frontmatter) => {
    const before = performance.now();
    const { entries, problems } = parseFrontmatter(frontmatter);
    expect(performance.now() - before).toBeLessThan(5000);
    if (!entries) expect(problems).toMatchObject([{ severity: "error" }]);
  });
});
