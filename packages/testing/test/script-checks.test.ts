import { readFileSync } from "node:fs";
import { script, ScriptedModel, type ScriptStep } from "../src";

function refusal(step: unknown): string {
  try {
    new ScriptedModel([{ text: "First." }, step as ScriptStep]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "accepted";
}

describe("a script is checked when it is made", () => {
  it.each<[string, unknown, string]>([
    ["something that is no step", "Hello", "expected an object such as"],
    ["nothing", {}, "it says nothing"],
    ["an unknown key", { txt: "Hello" }, "'txt' is no field of a step"],
    [
      "a key of the prototype from JSON",
      JSON.parse('{"__proto__": {"text": "Hello"}}'),
      "'__proto__' is no field of a step",
    ],
    ["constructor as a key", { constructor: 1, text: "Hello" }, "'constructor' is no field of a step"],
    ["an empty text", { text: "" }, "text is ''"],
    ["a text that is no string", { text: 7 }, "text is 7"],
    ["blocks beside text", { text: "Hello", blocks: [] }, "blocks stands beside text"],
    ["an error beside text", { text: "Hello", error: { status: 500 } }, "it has both error and text"],
    ["calls that are no list", { calls: "quote" }, "calls is 'quote'"],
    ["no calls", { calls: [] }, "calls is []"],
    ["a call without its list", { calls: ["quote", { id: "A1" }] }, "'quote' is no call"],
    ["a call without a name", { calls: [["", {}]] }, "[ '', {} ] is no call"],
    ["an input that is no object", { calls: [["quote", "A1"]] }, "the input of quote is 'A1'"],
    [
      "an unknown option of a call",
      { calls: [["quote", {}, { ivalid: true }]] },
      "'ivalid' is no field of a call's options",
    ],
    [
      "calls and the end of the turn",
      { calls: [["quote", {}]], stopReason: "end_turn" },
      "it has calls and the stop reason 'end_turn'",
    ],
    [
      "tool_use without calls",
      { text: "Hello", stopReason: "tool_use" },
      "it has the stop reason 'tool_use' and no calls",
    ],
    ["an error without a status", { error: { message: "No" } }, "error is { message: 'No' }"],
    ["an error with the status of a success", { error: { status: 200 } }, "error is { status: 200 }"],
    ["an unknown field of an error", { error: { status: 500, retry: 1 } }, "'retry' is no field of error"],
    ["an unknown fault", { text: "Hello", fault: { kind: "explode" } }, "fault is { kind: 'explode' }"],
    [
      "a fault that is named like a method",
      { text: "Hello", fault: { kind: "toString" } },
      "fault is { kind: 'toString' }",
    ],
    [
      "an unknown field of a fault",
      { text: "Hello", fault: { kind: "stall", type: "x" } },
      "'type' is no field of a fault of kind stall",
    ],
    ["a negative latency", { text: "Hello", latencyMs: -1 }, "latencyMs is -1"],
    ["no chunks", { text: "Hello", chunks: 0 }, "chunks is 0"],
    ["times without when", { text: "Hello", times: 2 }, "times without when"],
    ["a reply without when", { reply: () => ({ text: "Hello" }) }, "reply without when"],
    ["a reply that is no function", { when: "a", reply: "Hello" }, "reply is 'Hello'"],
    ["times that are no number", { when: "a", text: "Hello", times: 0 }, "times is 0"],
    ["a matcher that is none", { when: 7, text: "Hello" }, "when is 7"],
    ["an unknown field of a matcher", { when: { say: "a" }, text: "Hello" }, "'say' is no field of when"],
  ])("%s is refused", (_, step, expected) => {
    const message = refusal(step);
    expect(message).toContain(`S501: step 2 of the script: ${expected}`);
    expect(message).toContain(`at ${__filename}:`);
    expect(message).toContain("help: ");
  });

  it.each<[string, ScriptStep]>([
    ["cut calls", { calls: [["quote", {}]], stopReason: "max_tokens" }],
    ["an unknown stop reason", { text: "Hello", stopReason: "sleepy" }],
    ["no stop reason", { text: "Hello", stopReason: null }],
    ["thinking and calls", { thinking: "Hm.", calls: [["quote"]] }],
    ["a function", () => ({ text: "Hello" })],
    ["a reply without content", { blocks: [] }],
    ["nothing but a fault", { fault: { kind: "reset" } }],
  ])("%s is accepted", (_, step) => {
    expect(refusal(step)).toBe("accepted");
  });

  it("knows the line of each step of a builder", () => {
    const build = (): ScriptedModel => new ScriptedModel(script().text("First.").error({ status: 100 }));
    const place = `${__filename}:${String(lineOf("status: 100"))}`;
    expect(build).toThrow(`step 2 of the script: error is { status: 100 }\n  at ${place}`);
  });
});

function lineOf(text: string): number {
  const lines = readFileSync(__filename, "utf8").split("\n");
  return lines.findIndex((line) => line.includes(text)) + 1;
}
