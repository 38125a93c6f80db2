import { readFileSync } from "node:fs";
import { script, ScriptedModel, ScriptFailedError } from "../src";
import { HELLO } from "./conversation";

function failureOf(model: ScriptedModel): string {
  try {
    model.assertComplete();
  } catch (error) {
    if (error instanceof ScriptFailedError) return error.message;
    throw error;
  }
  throw new Error("the model is complete");
}

/** `file:line` of this test's own source, by the text of the line. */
function placeOf(text: string): string {
  const lines = readFileSync(__filename, "utf8").split("\n");
  return `${__filename}:${String(lines.findIndex((line) => line.includes(text)) + 1)}`;
}

describe("a conversation that leaves its script", () => {
  it("fails an unscripted request at once, with what the script had and the transcript so far", async () => {
    const model = new ScriptedModel([{ text: "Only this." }]);
    const client = model.client();
    await client.beta.messages.create(HELLO);
    await expect(client.beta.messages.create(HELLO)).rejects.toMatchObject({
      status: 400,
      type: "invalid_request_error",
    });
    // No retry: the second request was made once.
    expect(model.requests).toHaveLength(2);
    const text = failureOf(model);
    expect(text).toContain("Request 2 has no step in the script.");
    expect(text).toContain(`last step: step 1 (text: 'Only this.') at ${placeOf("Only this")}\n`);
    expect(text).toContain("tools offered: lookupOrder");
    expect(text).toContain("user       Where is order A1?");
  });

  it("fails a leftover step at the line that wrote it", () => {
    const model = new ScriptedModel(
      script()
        .text("Never said.")
        .calls(["lookupOrder", { id: "B7" }]),
    );
    const text = failureOf(model);
    expect(text).toContain(
      `No request asked for step 1 (text: 'Never said.') at ${placeOf('.text("Never')}.`,
    );
    expect(text).toContain(`at ${placeOf('id: "B7"')}.`);
  });

  it("fails where a matcher throws, and says where it did", async () => {
    const model = new ScriptedModel([
      { when: (request) => (request.messages[7]?.content as string).includes("A1"), text: "A1." },
    ]);
    await expect(model.client().beta.messages.create(HELLO)).rejects.toThrow(
      "The script threw while it looked for the reply to request 1.",
    );
    const text = failureOf(model);
    expect(text).toMatch(/cause:\n +TypeError: Cannot read [^]*at .*script-failures\.test\.ts/);
    expect(text).toContain("let it return false for those that are not its own");
  });

  it("fails a call to a tool that is not offered", async () => {
    const model = new ScriptedModel([{ calls: [["refund", { id: "A1" }]] }]);
    await expect(model.client().beta.messages.create(HELLO)).rejects.toThrow(
      "which the request does not offer",
    );
    expect(failureOf(model)).toContain('mark the call: ["refund", input, { notOffered: true }]');
  });

  it("says once of all steps that nobody asked for after a failure that they may follow from it", async () => {
    const model = new ScriptedModel([{ calls: [["refund", {}]] }, { text: "Refunded." }, { text: "Bye." }]);
    await expect(model.port().messages.create(HELLO)).rejects.toThrow("does not offer");
    expect(() => model.assertComplete()).toThrow(
      /\(2 failures\)[^]*2\. 2 steps are left over, perhaps for what failed before\.\n +steps left:\n +step 2 .*\n +step 3 /,
    );
  });

  it("says where a function of the script threw", async () => {
    const model = new ScriptedModel([() => ({ text: (undefined as never as { said: string }).said })]);
    await expect(model.port().messages.create(HELLO)).rejects.toThrow("A step could not be made");
    expect(failureOf(model)).toMatch(/cause:\n +TypeError: Cannot read [^]*at .*script-failures\.test\.ts/);
  });

  it("stands where the model was made, when no line of the test asks", () => {
    const model = new ScriptedModel([{ text: "Never asked for." }]);
    let stack = "";
    try {
      model[Symbol.dispose]();
    } catch (error) {
      stack = (error as Error).stack ?? "";
    }
    expect(stack.split("\n").at(-1)).toBe(`    at ${placeOf("Never asked for.")}:1`);
  });

  it("plays a call to a tool that is not offered where the script means it", async () => {
    using model = new ScriptedModel([{ calls: [["refund", {}]], notOffered: true }]);
    const message = await model.client().beta.messages.create(HELLO);
    expect(message.content).toMatchObject([{ type: "tool_use", name: "refund" }]);
  });

  it("fails a call whose input breaks the schema, and one that is marked so and does not", async () => {
    const model = new ScriptedModel([
      { calls: [["lookupOrder", { id: 7 }]] },
      { calls: [["lookupOrder", { id: "A1" }, { invalid: true }]] },
      { calls: [["lookupOrder", {}]], invalid: true },
    ]);
    const client = model.client();
    await expect(client.beta.messages.create(HELLO)).rejects.toThrow("/id must be string");
    await expect(client.beta.messages.create(HELLO)).rejects.toThrow("its input fits the schema");
    await client.beta.messages.create(HELLO);
    expect(model.takeFailures().map(({ kind }) => kind)).toEqual(["bad-input", "bad-input"]);
    model.assertComplete();
  });

  it("names the rule that nearly matched, with expected and received", async () => {
    const model = new ScriptedModel([{ when: { said: "refund", tool: "lookupOrder" }, text: "No." }]);
    await expect(model.client().beta.messages.create(HELLO)).rejects.toThrow("no step");
    const text = failureOf(model);
    expect(text).toContain("nearest rule");
    expect(text).toContain("said: expected 'refund', received 'Where is order A1?'");
    expect(text).not.toContain("tool: expected");
  });

  it("fails when it is disposed of with a step left", () => {
    expect(() => {
      using model = new ScriptedModel([{ text: "Hello." }]);
      expect(model.stepsLeft).toBe(1);
    }).toThrow(ScriptFailedError);
  });
});
