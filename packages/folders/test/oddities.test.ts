import { goodSkill, named, said, skillMd, useDisk } from "./folders";

const disk = useDisk();

/** What is said of one SKILL.md in a folder `refunds`, and the skill, where it loads. */
function loading(content: string | Uint8Array) {
  disk().skill("refunds", content);
  const found = disk().find();
  return { said: said(found), skill: found.skills[0], diagnostics: found.diagnostics };
}

describe("files that are as the specification wants them", () => {
  test.each([
    ["plain", goodSkill("refunds")],
    ["with a byte order mark", `\ufeff${goodSkill("refunds")}`],
    ["with CRLF", goodSkill("refunds").replaceAll("\n", "\r\n")],
    ["with tabs after colons", skillMd("name:\trefunds\ndescription:\tAbout refunds")],
    ["that end right after the frontmatter", "---\nname: refunds\ndescription: About refunds\n---"],
    ["with blanks after the dashes", "---  \nname: refunds\ndescription: About refunds\n--- \t\nDo it."],
    ["with a rule in the body", goodSkill("refunds", "One.\n\n---\n\nTwo.")],
    ["with every field", skillMd(EVERY_FIELD())],
  ])("%s load without a word", (_kind, content) => {
    const { said, skill } = loading(content);
    expect(said).toEqual([]);
    expect(skill).toMatchObject({ name: "refunds", description: "About refunds" });
  });

  function EVERY_FIELD(): string {
    return [
      "name: refunds",
      "description: About refunds",
      "license: MIT",
      "compatibility: Needs git",
      'metadata: { author: me, version: "1.0" }',
      "allowed-tools: Read",
      "when_to_use: On refunds",
      "model: opus",
      "context: fork",
      "hooks: { Stop: [] }",
    ].join("\n");
  }
});

test.each([
  ["--- inside a description", "description: a --- b\nlicense: MIT"],
  ["a line that begins with ---update", "description: >\n  a\n  b\nlicense: |\n  x"],
])("the frontmatter does not end at %s", (_where, fields) => {
  expect(loading(skillMd(`name: refunds\n${fields}`)).skill?.frontmatter).toHaveProperty("license");
});

test("the frontmatter does not end at ---update, which is then YAML that does not parse", () => {
  expect(loading("---\nname: refunds\n---update\ndescription: x\n---\n").said).toEqual(["S609:3 error"]);
});

test("a byte order mark is taken away once only", () => {
  expect(loading(`\ufeff\ufeff${goodSkill("refunds")}`).said).toEqual(["S613:1 warning", "S611:1 warning"]);
});

describe("descriptions", () => {
  test("with an unquoted colon are recovered whole, with the line", () => {
    const { said, skill } = loading(
      skillMd("name: refunds\ndescription: Use when: asked\n  about refunds: all\nlicense: MIT"),
    );
    expect(said).toEqual(["S610:3 warning"]);
    expect(skill?.description).toBe("Use when: asked about refunds: all");
    expect(skill?.frontmatter).toMatchObject({ name: "refunds", license: "MIT" });
  });

  test("with a colon and a quote in them are recovered too", () => {
    expect(loading(skillMd('name: refunds\ndescription: Say "hi": then go')).skill?.description).toBe(
      'Say "hi": then go',
    );
  });

  test("of more than 1,024 characters are kept, with a warning", () => {
    const { said, skill } = loading(skillMd(`name: refunds\ndescription: ${"é".repeat(1025)}`));
    expect(said).toEqual(["S612:3 warning"]);
    expect(skill?.description).toHaveLength(1025);
  });

  test("of 1,024 characters outside the basic plane are not too long", () => {
    expect(loading(skillMd(`name: refunds\ndescription: "${"😀".repeat(1024)}"`)).said).toEqual([]);
  });

  test.each([
    ["42", "42"],
    ["1.0", "1.0"],
    ["true", "true"],
  ])("that are the value %s become its text, with a warning", (written, text) => {
    const { said, skill } = loading(skillMd(`name: refunds\ndescription: ${written}`));
    expect(said).toEqual(["S612:3 warning"]);
    expect(skill?.description).toBe(text);
  });

  test.each(["[a, b]", "{ a: b }", "\n  - a"])("that are a list or a map (%j) are an error", (written) => {
    const { said, skill } = loading(skillMd(`name: refunds\ndescription: ${written}`));
    expect(said).toEqual(["S612:3 error"]);
    expect(skill).toBeUndefined();
  });

  test("lose what YAML takes for a comment, and say so", () => {
    const { said, skill } = loading(skillMd("name: refunds\ndescription: Answers issue #12 first"));
    expect(said).toEqual(["S617:3 warning"]);
    expect(skill?.description).toBe("Answers issue");
  });

  test.each([
    [
      "no frontmatter",
      "# Refunds, for all\n\nText.",
      "Refunds, for all",
      ["S613:1 warning", "S611:1 warning"],
    ],
    ["none in the frontmatter", skillMd("name: refunds", "\n## Refunds"), "Refunds", ["S611:1 warning"]],
    ["an empty one", skillMd("name: refunds\ndescription:", "Text."), "Text.", ["S611:3 warning"]],
    ["an empty frontmatter", "---\n---\nText.", "Text.", ["S613:1 warning", "S611:1 warning"]],
  ])("are the first line of the body where there is %s", (_where, content, description, warnings) => {
    const { said, skill } = loading(content);
    expect(said).toEqual(warnings);
    expect(skill?.description).toBe(description);
  });

  test("are empty where the file says nothing, with a warning", () => {
    const { skill, said } = loading("");
    expect(skill).toMatchObject({ name: "refunds", description: "" });
    expect(said).toEqual(["S613:1 warning", "S611:1 warning"]);
  });
});

describe("frontmatter that does not parse is an error, and grants nothing", () => {
  test.each([
    ["an unclosed quote", skillMd('name: refunds\nallowed-tools: Bash\ndescription: "open'), "S609:5 error"],
    ["an unclosed list", skillMd("name: refunds\nallowed-tools: [Bash"), "S609:4 error"],
    ["an unclosed ---", "---\nname: refunds\ndescription: x\n\nText.\n", "S609:1 error"],
    ["a tab for indentation", skillMd("name: refunds\nmetadata:\n\ta: b"), "S609:4 error"],
    ["a list", skillMd("- a\n- b"), "S609:2 error"],
    ["a text", skillMd("just words"), "S609:2 error"],
    ["a colon in a field that is no prose", skillMd("name: refunds\nmodel: a: b"), "S609:3 error"],
    ["two documents", "---\nname: refunds\n...\ndescription: x\n---\n", "S609:4 error"],
  ])("%s", (_kind, content, expected) => {
    const { said, skill } = loading(content);
    expect(said).toEqual([expected]);
    expect(skill).toBeUndefined();
  });
});

describe("what is kept with a warning", () => {
  test.each([
    ["a name with capitals", "name: Refunds\ndescription: x", "S613:2"],
    ["a name that is another folder's", "name: returns\ndescription: x", "S613:2"],
    ["no name", "description: x", "S613:1"],
    ["metadata with a number", "name: refunds\ndescription: x\nmetadata:\n  version: 1.0", "S614:4"],
    ["metadata that is a list", "name: refunds\ndescription: x\nmetadata: [a]", "S614:4"],
    ["an unknown field", "name: refunds\ndescription: x\ncolour: red", "S615:4"],
    ["a flag that is a text", 'name: refunds\ndescription: x\nuser-invocable: "false"', "S614:4"],
    ["a compatibility that is empty", 'name: refunds\ndescription: x\ncompatibility: ""', "S614:4"],
    ["a tool rule that does not close", "name: refunds\ndescription: x\nallowed-tools: Bash(git", "S614:4"],
  ])("%s", (_kind, fields, expected) => {
    const { said, skill } = loading(skillMd(fields));
    expect(said).toEqual([`${expected} warning`]);
    expect(skill?.name).toBe("refunds");
  });

  test("a key that is given twice: the last one counts, at every depth", () => {
    const { said, skill } = loading(
      skillMd("name: refunds\ndescription: first\ndescription: last\nmetadata:\n  a: x\n  a: y"),
    );
    expect(said).toEqual(["S616:4 warning", "S616:7 warning"]);
    expect(skill).toMatchObject({ description: "last", frontmatter: { metadata: { a: "y" } } });
  });

  test("a field with the name of something built in", () => {
    const { said, skill } = loading(skillMd("name: refunds\ndescription: x\n__proto__: y\nconstructor: z"));
    expect(said).toEqual(["S615:4 warning", "S615:5 warning"]);
    expect(Object.keys(skill?.frontmatter ?? {})).toEqual([
      "name",
      "description",
      "__proto__",
      "constructor",
    ]);
  });
});

test("fields of Claude Code's own are read", () => {
  const fields = [
    "name: refunds",
    "description: x",
    "when_to_use: On refunds",
    "argument-hint: [order] [days]",
    "arguments: [order, days]",
    "disable-model-invocation: true",
    "user-invocable: false",
    "disallowed-tools: Bash(rm *), Write",
  ].join("\n");
  const { skill } = loading(skillMd(fields));
  expect(skill).toMatchObject({
    whenToUse: "On refunds",
    argumentHint: "[order] [days]",
    arguments: ["order", "days"],
    disableModelInvocation: true,
    userInvocable: false,
    disallowedTools: ["Bash(rm *)", "Write"],
  });
});

test.each([
  ["one string", "Read Bash(git add *) mcp__shop__find"],
  ["a string with commas", "Read, Bash(git add *),mcp__shop__find"],
  ["a list", '[Read, "Bash(git add *)", mcp__shop__find]'],
])("allowed-tools as %s", (_kind, written) => {
  const { skill } = loading(skillMd(`name: refunds\ndescription: x\nallowed-tools: ${written}`));
  expect(skill?.allowedTools).toEqual(["Read", "Bash(git add *)", "mcp__shop__find"]);
});

test("a file that is no UTF-8 is an error with its line, and the others load", () => {
  disk().skill("returns", goodSkill("returns"));
  const bytes = Buffer.concat([
    Buffer.from("---\nname: refunds\n"),
    Buffer.from([0xe9, 0x0a]),
    Buffer.from("---\n"),
  ]);
  disk().skill("refunds", bytes);
  const found = disk().find();
  expect(said(found)).toEqual(["S608:3 error"]);
  expect(named(found, "returns").description).toBe("About returns");
});

test("every diagnostic names its file, its skill and a way out", () => {
  const { diagnostics } = loading(skillMd("name: Refunds\ndescription: [a]\ncolour: red"));
  expect(diagnostics).toHaveLength(3);
  for (const diagnostic of diagnostics) {
    expect(diagnostic).toMatchObject({
      file: `${disk().skills}/refunds/SKILL.md`,
      skill: "refunds",
      help: expect.stringMatching(/\w{3}/),
    });
  }
});
