import { SkillsError, useManifest, type Manifest } from "@skills/core";

const TOOL = { method: "find", inputSchema: { type: "object" }, params: [{ name: "id", kind: "input" }] };
const SKILL = { class: "Orders", file: "orders.ts", line: 1, tools: [TOOL] };
const FUNCTION = { name: "find", file: "orders.ts", line: 1, inputSchema: {}, params: [] };

function manifest(parts: object): unknown {
  return { version: 1, skills: [], functions: [], ...parts };
}

function codeOf(given: unknown): string | undefined {
  try {
    useManifest(given as Manifest);
    return undefined;
  } catch (error) {
    if (error instanceof SkillsError) return error.code;
    throw error;
  }
}

test.each<[what: string, given: unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a list", []],
  ["one of another version", manifest({ version: 2 })],
  ["one without functions", { version: 1, skills: [] }],
  ["a skill that is null", manifest({ skills: [null] })],
  ["a skill without tools", manifest({ skills: [{ class: "Orders", file: "orders.ts" }] })],
  ["a skill without a file", manifest({ skills: [{ class: "Orders", tools: [] }] })],
  ["a tool that is null", manifest({ skills: [{ ...SKILL, tools: [null] }] })],
  ["a tool without a schema", manifest({ skills: [{ ...SKILL, tools: [{ method: "find", params: [] }] }] })],
  [
    "a tool without parameters",
    manifest({ skills: [{ ...SKILL, tools: [{ ...TOOL, params: undefined }] }] }),
  ],
  ["a parameter that is none", manifest({ skills: [{ ...SKILL, tools: [{ ...TOOL, params: [1] }] }] })],
  ["a function without a schema", manifest({ functions: [{ ...FUNCTION, inputSchema: [] }] })],
  ["a function without a name", manifest({ functions: [{ ...FUNCTION, name: undefined }] })],
  ["explicit schemas that are none", manifest({ explicit: ["{}"] })],
])("%s is no manifest: an error that says so", (_, given) => {
  expect(codeOf(given)).toBe("S115");
});

test("a whole one is taken", () => {
  expect(codeOf(manifest({ skills: [SKILL], functions: [FUNCTION], explicit: [{}] }))).toBeUndefined();
});
