import { formatTranscript, ScriptedModel } from "../../src";
import { Host } from "./host";

const LOOKUP = "mcp__shop__lookupOrder";
const CALL = { calls: [[LOOKUP, { id: "A1" }]] as const };

describe("the stand-in for Claude Code", () => {
  it("plays a conversation over the pipe: tools of the host's own server, one message a block, one a result", async () => {
    await using model = new ScriptedModel([
      {
        text: "Let me see.",
        calls: [
          [LOOKUP, { id: "A1" }],
          [LOOKUP, { id: "A9" }],
        ],
      },
      { text: "A1 is on its way, and there is no A9." },
    ]);
    const host = new Host(model, {
      initialize: { systemPrompt: "Be brief." },
      args: ["--model", "claude-opus-5-5"],
    });
    const stream = await host.prompt("Where are A1 and A9?");
    expect(formatTranscript(stream)).toBe(
      [
        "system     init",
        "assistant  Let me see.",
        "assistant  calls mcp__shop__lookupOrder { id: 'A1' }",
        "assistant  calls mcp__shop__lookupOrder { id: 'A9' }",
        "user       result: A1 is on its way",
        "user       result: no order A9",
        "assistant  A1 is on its way, and there is no A9.",
        "result     success: A1 is on its way, and there is no A9.",
      ].join("\n"),
    );
    expect(stream[0]).toMatchObject({ cwd: "/shop", model: "claude-opus-5-5", tools: [LOOKUP] });
    expect(stream.at(-1)).toMatchObject({ is_error: false, num_turns: 2, stop_reason: "end_turn" });
    expect(new Set(stream.map(({ uuid }) => uuid)).size).toBe(stream.length);
    expect(model.requests[0]).toMatchObject({ system: "Be brief.", said: ["Where are A1 and A9?"] });
    host.process.stdin.end();
    expect(await host.exited).toEqual([0, null]);
  });

  it("goes on with the conversation at the next prompt, with the model that the host has set", async () => {
    await using model = new ScriptedModel([{ text: "Hello." }, { text: "Bye." }]);
    const host = new Host(model);
    await host.prompt("Hello");
    host.control({ subtype: "set_model", model: "claude-haiku-5-5" });
    await host.prompt("Bye");
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(model.requests[1]?.body.model).toBe("claude-haiku-5-5");
  });

  it("goes on after an error of the API with a history that has each result once", async () => {
    const error = { status: 400, type: "invalid_request_error", message: "No." };
    await using model = new ScriptedModel([
      { calls: [["mcp__shop__lookupOrder", { id: "A1" }]] },
      { error },
      { text: "Yes." },
    ]);
    const host = new Host(model);
    await host.prompt("Where is A1?");
    expect((await host.prompt("Well?")).at(-1)).toMatchObject({ subtype: "success", result: "Yes." });
    expect(model.requests[2]?.results).toEqual([]);
  });

  it("sends no blank text back to the model", async () => {
    await using model = new ScriptedModel([
      { text: "\n\n", calls: [["mcp__shop__lookupOrder", { id: "A1" }]] },
      { text: "Yes." },
    ]);
    expect((await new Host(model).prompt("Where is A1?")).at(-1)).toMatchObject({ result: "Yes." });
  });

  it("asks the host about each tool: it may change the input, or refuse with a reason", async () => {
    await using model = new ScriptedModel([CALL, CALL, { text: "Done." }]);
    const asked: unknown[] = [];
    const host = new Host(model, {
      args: ["--permission-prompt-tool", "stdio"],
      canUseTool: (name, input) => {
        asked.push([name, input]);
        return asked.length === 1
          ? { behavior: "allow", updatedInput: { id: "B2" } }
          : { behavior: "deny", message: "Not today" };
      },
    });
    const stream = await host.prompt("Where is A1?");
    expect(asked).toEqual([
      [LOOKUP, { id: "A1" }],
      [LOOKUP, { id: "A1" }],
    ]);
    expect(formatTranscript(stream)).toMatch(/result: B2 is on its way[^]*result: Not today/);
    expect(stream.at(-1)).toMatchObject({
      permission_denials: [{ tool_name: LOOKUP, tool_input: { id: "A1" } }],
    });
  });

  it("does not ask about tools that are allowed, and does not offer those that are not", async () => {
    await using model = new ScriptedModel([CALL, { text: "Done." }, { text: "I have no tools." }]);
    const ask = ["--permission-prompt-tool", "stdio"];
    await new Host(model, { args: [...ask, "--allowedTools", LOOKUP] }).prompt("Where is A1?");
    await new Host(model, { args: [`--disallowedTools=${LOOKUP}`] }).prompt("Where is A1?");
    expect(model.requests[1]?.results).toEqual(["A1 is on its way"]);
    expect(model.requests[2]?.tools).toEqual([]);
  });

  it("ends with an error: too many turns, an error of the API, a call that is cut", async () => {
    await using model = new ScriptedModel([
      CALL,
      { error: { status: 529 } },
      { ...CALL, stopReason: "max_tokens" },
      { calls: [["Bash", { command: "ls" }, { notOffered: true }]] },
      { text: "Well." },
    ]);
    const short = await new Host(model, { args: ["--max-turns", "1"] }).prompt("Where is A1?");
    expect(short.at(-1)).toMatchObject({ subtype: "error_max_turns", is_error: true, num_turns: 1 });
    const host = new Host(model);
    expect((await host.prompt("Hello")).at(-1)).toMatchObject({
      subtype: "error_during_execution",
      errors: [expect.stringContaining("overloaded_error")],
    });
    expect((await host.prompt("Again")).at(-1)).toMatchObject({
      subtype: "success",
      stop_reason: "max_tokens",
    });
    // The call that was cut is answered in the history, or the API would refuse this.
    expect(formatTranscript(await host.prompt("And now?"))).toContain("result: No such tool available: Bash");
  });

  it("is interrupted, and killed", async () => {
    const slow = { text: "Too late.", latencyMs: 60_000 };
    await using model = new ScriptedModel([slow, { text: "Here." }, slow]);
    const host = new Host(model);
    const first = host.prompt("Think long.");
    await host.until(() => model.requests.length === 1);
    host.control({ subtype: "interrupt" });
    expect((await first).at(-1)).toMatchObject({
      subtype: "error_during_execution",
      errors: ["interrupted"],
    });
    expect((await host.prompt("Still there?")).at(-1)).toMatchObject({ result: "Here." });
    const gone = new AbortController();
    const other = new Host(model, { signal: gone.signal });
    void other.prompt("Think long.");
    await other.until(() => model.requests.length === 3);
    gone.abort();
    expect(await other.exited).toEqual([null, "SIGTERM"]);
    expect([other.process.killed, other.process.kill()]).toEqual([true, false]);
  });

  it("says what it does not play, and ends where it cannot read", async () => {
    using model = new ScriptedModel();
    const host = new Host(model, { initialize: { hooks: { SessionEnd: [{ hookCallbackIds: ["h"] }] } } });
    host.control({ subtype: "rewind_files" });
    await host.until(() => host.answers.length === 2);
    expect(host.answers.map(({ response }) => response)).toMatchObject([
      { subtype: "error", error: expect.stringContaining("no SessionEnd hooks") as string },
      { subtype: "error", error: expect.stringContaining("rewind_files") as string },
    ]);
    host.write("{ not JSON");
    expect(await host.exited).toEqual([1, null]);
  });
});
