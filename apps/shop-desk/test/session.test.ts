import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lintSkillFolder } from "@skills/folders";
import { query, type QueryOptions, type SDKMessage } from "@skills/runner";
import { formatTranscript, ScriptedModel, ShopDesk, ShopModel, type ScriptStep } from "@skills/testing";
import { deskOptions } from "../src/desk";
import { Shop } from "../src/shop";

const APP = join(__dirname, "..");
const desk = () => deskOptions(new Shop(join(APP, "data/shop.json")));

// #region watch
/** A session at the desk, answered by the stand-in; a script comes before its rules. */
async function watch(prompt: string, options: QueryOptions = desk(), script?: ScriptStep[]) {
  using model = new ShopModel(script);
  const messages: SDKMessage[] = [];
  for await (const message of query({ prompt, options, transport: new ShopDesk(options, model) }))
    messages.push(message);
  return { messages, transcript: formatTranscript(messages) };
}
// #endregion

// #region transcript
test("answers a question about the refund policy with the skill's own words", async () => {
  const { transcript } = await watch("What is the refund policy?");
  expect(transcript).toBe(readFileSync(join(__dirname, "transcripts/refund-policy.txt"), "utf8").trimEnd());
});
// #endregion

test("without skills the desk asks back, and still knows which there are", async () => {
  const { messages, transcript } = await watch("What is the refund policy?", { ...desk(), skills: [] });
  expect(transcript).toContain("assistant  Which order is this about?");
  expect(messages[0]).toMatchObject({ skills: ["refund-policy"] });
});

// #region refused
test("a model that calls a skill which it may not use is told so", async () => {
  const options = { ...desk(), skills: ["order-status"], logger: { ...console, warn: () => undefined } };
  const script = [{ calls: [["Skill", { name: "refund-policy" }] as const] }];
  const { transcript } = await watch("What is the refund policy?", options, script);
  expect(transcript).toContain("result: Skill refund-policy is not in this session's skills allowlist");
});
// #endregion

// #region permissions
test.each([
  ["A7, of 31.00, is paid back", "A7", /"amountCents":3100/],
  ["A11, of 175.00, waits for a manager", "A11", /^Not run: a refund above 100.00 is a manager's/],
  ["A9999, which is not there, is the tool's to speak of", "A9999", /^There is no order A9999/],
])("%s", async (_, orderId, expected) => {
  const refund: ScriptStep = { calls: [["refundOrder", { request: { orderId, reason: "damaged" } }]] };
  const { messages } = await watch("Please pay it back.", desk(), [refund]);
  const result = messages.find(({ type }) => type === "user");
  expect(result).toMatchObject({ message: { content: [{ content: expect.stringMatching(expected) }] } });
});
// #endregion

test("the result names each call that was denied", async () => {
  const request = { orderId: "A11", reason: "damaged" };
  const { messages } = await watch("Please.", desk(), [{ calls: [["refundOrder", { request }]] }]);
  expect(messages.at(-1)).toMatchObject({
    subtype: "success",
    permission_denials: [{ tool_name: "refundOrder", tool_input: { request } }],
  });
});

test("a real model reads the classes' instructions, one of them from a folder, and the skills it may use", async () => {
  using model = new ScriptedModel([{ text: "Hello." }]);
  const options = { ...desk(), client: model.client(), model: "claude-sonnet-5-5" };
  for await (const message of query({ prompt: "Hello", options })) expect(message).toBeDefined();
  const { system } = model.requests[0]!;
  expect(system).toContain("You serve the customers of a small shop");
  expect(system).toContain("Refunds run for 14 days from delivery, minus return postage.");
  expect(system).toContain("Search before you say that the shop has something.");
  expect(system).toMatch(/<available_skills>\n<skill>\n<name>\nrefund-policy\n<\/name>/);
});

// #region lint
test.each([".claude/skills", "skills"])("the folders of %s keep to the specification", (folder) => {
  expect(lintSkillFolder(join(APP, folder)).diagnostics).toEqual([]);
});
// #endregion
