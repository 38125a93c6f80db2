import { catalogue } from "../src";
import { skillMd, useDisk } from "./folders";

const disk = useDisk();

function listing(descriptions: { [name: string]: string }, maxCharacters?: number) {
  for (const [name, description] of Object.entries(descriptions))
    disk().skill(name, skillMd(`name: ${name}\ndescription: ${JSON.stringify(description)}`));
  return catalogue(disk().find().skills, { maxCharacters });
}

test("is the XML of the reference's to-prompt: names and descriptions, escaped", () => {
  expect(listing({ a: `Use <b> & "c" 'd'`, b: "Other" })).toEqual({
    text: [
      "<available_skills>",
      "<skill>",
      "<name>",
      "a",
      "</name>",
      "<description>",
      "Use &lt;b&gt; &amp; &quot;c&quot; &#x27;d&#x27;",
      "</description>",
      "</skill>",
      "<skill>",
      "<name>",
      "b",
      "</name>",
      "<description>",
      "Other",
      "</description>",
      "</skill>",
      "</available_skills>",
    ].join("\n"),
    diagnostics: [],
  });
});

test("of no skills is empty", () => {
  expect(listing({}).text).toBe("<available_skills>\n</available_skills>");
});

test("adds when_to_use to the description", () => {
  disk().skill("a", skillMd("name: a\ndescription: What.\nwhen_to_use: When."));
  expect(catalogue(disk().find().skills).text).toContain("\nWhat. When.\n");
});

test("cuts a description at 1,536 characters, none of them split", () => {
  const [, description = ""] = /<description>\n(.*)\n/.exec(listing({ a: "😀".repeat(1537) }).text) ?? [];
  expect([...description]).toHaveLength(1536);
  expect(description).toMatch(/^(?:😀)+…$/u);
  expect(listing({ a: "😀".repeat(1536) }).text).not.toContain("…");
});

describe("with more than the budget takes", () => {
  const three = { a: "x".repeat(300), b: "y".repeat(300), c: "short" };

  test("cuts the longest descriptions first, and says so", () => {
    const { text, diagnostics } = listing(three, 500);
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text).toContain("\nshort\n");
    expect(text).toMatch(/\nx{30,}…\n/);
    expect(diagnostics).toMatchObject([{ code: "S620", severity: "warning" }]);
  });

  test("keeps names without descriptions before it leaves one out, and says which", () => {
    const { text, diagnostics } = listing(three, 200);
    expect(text.length).toBeLessThanOrEqual(200);
    expect(text).toContain("\na\n");
    expect(diagnostics.map(({ code, skill }) => [code, skill])).toEqual([
      ["S620", undefined],
      ["S620", "c"],
    ]);
  });
});
