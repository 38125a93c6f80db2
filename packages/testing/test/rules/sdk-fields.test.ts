import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  BLOCK_FIELDS,
  CHOICE_FIELDS,
  MESSAGE_FIELDS,
  METADATA_FIELDS,
  OTHER_BLOCKS,
  REQUEST_FIELDS,
  RESULT_BLOCKS,
  THINKING_FIELDS,
  TOOL_FIELDS,
} from "../../src/rules/known-fields";

const DECLARATIONS = readFileSync(
  join(dirname(require.resolve("@anthropic-ai/sdk")), "resources/beta/messages/messages.d.ts"),
  "utf8",
);

/** The body of an interface that the SDK declares. */
function interfaceOf(name: string): string {
  const [, body] =
    new RegExp(`^export interface ${name} (?:extends .*)?\\{\\n([^]*?)^\\}`, "m").exec(DECLARATIONS) ?? [];
  if (body === undefined) throw new Error(`the SDK declares no interface ${name}`);
  return body;
}

function fieldsOf(name: string): string[] {
  return Array.from(interfaceOf(name).matchAll(/^ {4}(\w+)\??:/gm), ([, field = ""]) => field);
}

/** The names in a union of types. */
function membersOf(text: string | undefined): string[] {
  return text?.match(/Beta\w+/g) ?? [];
}

function typeOf(name: string): string {
  return /^ {4}type: '(\w+)'/m.exec(interfaceOf(name))?.[1] ?? "";
}

/** What the SDK puts into headers. */
const HEADERS = ["betas", "user_profile_id", "workspace_id"];

// A field that the SDK's types have and that is refused would fail tests of programs that are right.
describe("what the SDK's types let a program send is known", () => {
  it.each([
    ["MessageCreateParamsBase", [...REQUEST_FIELDS, ...HEADERS]],
    ["BetaMetadata", [...METADATA_FIELDS]],
    ["BetaTool", [...TOOL_FIELDS]],
    ["BetaUserMessageParam", [...(MESSAGE_FIELDS.user ?? [])]],
    ["BetaAssistantMessageParam", [...(MESSAGE_FIELDS.assistant ?? [])]],
    ["BetaSystemMessageParam", [...(MESSAGE_FIELDS.system ?? [])]],
  ])("the fields of %s", (name, known) => {
    expect(fieldsOf(name).length).toBeGreaterThan(0);
    expect(fieldsOf(name).filter((field) => !known.includes(field))).toEqual([]);
  });

  it.each([
    ["BetaToolChoice", CHOICE_FIELDS],
    ["BetaThinkingConfigParam", THINKING_FIELDS],
  ])("every kind of %s, and its fields", (name, known) => {
    const kinds = membersOf(new RegExp(`^export type ${name} = (.*);$`, "m").exec(DECLARATIONS)?.[1]);
    expect(kinds.map(typeOf).sort()).toEqual(Object.keys(known).sort());
    for (const kind of kinds) {
      expect([kind, fieldsOf(kind).filter((field) => known[typeOf(kind)]?.has(field) !== true)]).toEqual([
        kind,
        [],
      ]);
    }
  });

  const blocks = membersOf(/^export type BetaContentBlockParam = (.*);$/m.exec(DECLARATIONS)?.[1]);

  it("every kind of block, and its fields where they are judged", () => {
    expect(blocks.length).toBeGreaterThan(20);
    for (const name of blocks) {
      const type = typeOf(name);
      const known = BLOCK_FIELDS[type];
      expect([type, known !== undefined || OTHER_BLOCKS.has(type)]).toEqual([type, true]);
      expect([type, fieldsOf(name).filter((field) => known?.has(field) === false)]).toEqual([type, []]);
    }
  });

  it("every kind of block in a result", () => {
    const [, content] =
      /content\?: string \| Array<(.*)>;/.exec(interfaceOf("BetaToolResultBlockParam")) ?? [];
    const kinds = membersOf(content).map(typeOf);
    expect(kinds.length).toBeGreaterThan(4);
    expect(kinds.filter((kind) => !RESULT_BLOCKS.includes(kind))).toEqual([]);
  });
});
