import { BasicToolSet } from "@skills/core";
import { query, type QueryOptions, type SDKMessage } from "@skills/runner";
import { formatTranscript, ScriptedModel, ShopDesk, ShopModel } from "@skills/testing";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "desk-"));
  const folder = join(project, ".claude/skills/refund-policy");
  mkdirSync(folder, { recursive: true });
  const fields = "name: refund-policy\ndescription: The shop's refund rules.";
  writeFileSync(join(folder, "SKILL.md"), `---\n${fields}\n---\n\nSay exactly: Refunds run for 14 days.\n`);
});
afterEach(() => rmSync(project, { recursive: true }));

function orders(): BasicToolSet {
  const set = new BasicToolSet();
  const inputSchema = { type: "object" as const, properties: { id: { type: "string" } }, required: ["id"] };
  set.addTool({ name: "lookupOrder", inputSchema, run: ({ id }: { id: string }) => `${id} is on its way` });
  set.addTool({ name: "refundOrder", inputSchema, run: ({ id }: { id: string }) => `${id} is paid back` });
  return set;
}

/** What a session printed. */
async function watch(messages: AsyncIterable<SDKMessage>): Promise<string[]> {
  const lines: string[] = [];
  for await (const message of messages) lines.push(formatTranscript([message]));
  return lines;
}

test("a session's messages", async () => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const model = new ScriptedModel([
    { calls: [["Skill", { skill: "refund-policy" }]] },
    { text: "14 days from delivery." },
  ]);
  const client = model.client();
  // #region query
  const messages = query({
    prompt: "What is the refund policy?",
    options: {
      client,
      model: "claude-sonnet-5-5",
      tools: [orders()],
      cwd: project,
      settingSources: ["project"],
      skills: ["refund-policy"],
      maxTurns: 10,
    },
  });
  for await (const message of messages) {
    if (message.type === "system") print(`${message.model} may use ${message.tools.join(", ")}`);
    if (message.type === "result" && message.subtype === "success") print(message.result);
  }
  // #endregion
  expect(lines).toEqual(["claude-sonnet-5-5 may use lookupOrder, refundOrder", "14 days from delivery."]);
});

test("permissions and hooks", async () => {
  const seen: string[] = [];
  // #region permissions
  const options: QueryOptions = {
    tools: [orders()],
    allowedTools: ["lookupOrder"],
    canUseTool: (tool, input) =>
      input.id === "A1"
        ? { behavior: "allow" }
        : { behavior: "deny", message: `${tool} is for a manager to do.` },
    hooks: {
      PreToolUse: [
        {
          matcher: "refund.*",
          hooks: [
            (input) => {
              if (input.hook_event_name === "PreToolUse") seen.push(input.tool_name);
              return {};
            },
          ],
        },
      ],
    },
  };
  // #endregion
  const calls = [
    ["lookupOrder", { id: "A2" }],
    ["refundOrder", { id: "A2" }],
    ["refundOrder", { id: "A1" }],
  ] as const;
  const model = new ScriptedModel([{ calls }, { text: "Done." }]);
  const own = { client: model.client(), model: "claude-sonnet-5-5", settingSources: [] };
  const lines = await watch(query({ prompt: "Go.", options: { ...options, ...own } }));
  expect(lines.slice(4, 7)).toEqual([
    "user       result: A2 is on its way",
    "user       result: Not run: refundOrder is for a manager to do.",
    "user       result: A1 is paid back",
  ]);
  expect(seen).toEqual(["refundOrder", "refundOrder"]);
});

test("a conversation", async () => {
  const model = new ScriptedModel([{ text: "A1 is on its way." }, { text: "On Friday." }]);
  const options = { client: model.client(), model: "claude-sonnet-5-5", settingSources: [] };
  const asked = ["Where is A1?", "When will it be here?"];
  // #region conversation
  async function* prompts() {
    for (const content of asked)
      yield {
        type: "user" as const,
        message: { role: "user" as const, content },
        parent_tool_use_id: null,
      };
  }
  const session = query({ prompt: prompts(), options });
  // #endregion
  const lines = await watch(session);
  expect(lines.at(-1)).toBe("result     success: On Friday.");
  expect(model.requests[1]?.said).toEqual(asked);
});

test("a stand-in", async () => {
  // #region desk
  const options: QueryOptions = { cwd: project, settingSources: ["project"], skills: ["refund-policy"] };
  const model = new ShopModel();
  const prompt = "What is the refund policy?";
  const messages = query({ prompt, options, transport: new ShopDesk(options, model) });
  // #endregion
  expect(await watch(messages)).toEqual([
    "system     init",
    "assistant  calls Skill { name: 'refund-policy' }",
    "user       result: Refunds run for 14 days.",
    "assistant  Refunds run for 14 days.",
    "result     success: Refunds run for 14 days.",
  ]);
});
