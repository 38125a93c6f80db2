import { formatTranscript, ScriptedModel } from "../../src";
import { Host, type HookInput, type HostOptions, type Line } from "./host";

const LOOKUP = "mcp__shop__lookupOrder";
const call = (id: string): { calls: [[string, object]] } => ({ calls: [[LOOKUP, { id }]] });

type Hook = (input: HookInput) => object | Promise<object>;

/** One hook of an event, for the tools that the matcher names. */
function hook(event: string, run: Hook, matcher = "", more: object = {}): HostOptions {
  return {
    initialize: { hooks: { [event]: [{ matcher, hookCallbackIds: ["h"], ...more }] } },
    hooks: { h: run },
  };
}

function before(permissionDecision: string, more: object = {}): object {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, ...more } };
}

/** The lines of a prompt after the init message. */
async function transcript(host: Host): Promise<string[]> {
  return formatTranscript(await host.prompt("Where is A1?"))
    .split("\n")
    .slice(2);
}

describe("a hook before a tool", () => {
  it("is told of the call, and where it says nothing the call is run", async () => {
    await using model = new ScriptedModel([call("A1"), { text: "Done." }]);
    const told: HookInput[] = [];
    const host = new Host(
      model,
      hook("PreToolUse", (input) => (told.push(input), {})),
    );
    expect(await transcript(host)).toContain("user       result: A1 is on its way");
    expect(told).toEqual([
      {
        hook_event_name: "PreToolUse",
        session_id: expect.any(String) as string,
        transcript_path: "",
        cwd: "/shop",
        permission_mode: "default",
        tool_name: LOOKUP,
        tool_input: { id: "A1" },
        tool_use_id: "toolu_0001",
      },
    ]);
  });

  it.each([
    ["denies with its reason", before("deny", { permissionDecisionReason: "Not today" })],
    ["blocks in the older form", { decision: "block", reason: "Not today" }],
  ])("%s", async (_, output) => {
    await using model = new ScriptedModel([call("A1"), { text: "Well." }]);
    const host = new Host(
      model,
      hook("PreToolUse", () => output),
    );
    expect(await transcript(host)).toEqual([
      "user       result: Not today",
      "assistant  Well.",
      "result     success: Well.",
    ]);
    expect(host.stream.at(-1)).toMatchObject({ permission_denials: [{ tool_name: LOOKUP }] });
    expect(model.requests[1]?.messages.at(-1)?.content).toMatchObject([{ is_error: true }]);
  });

  it("allows what the host would have been asked about, with another input", async () => {
    await using model = new ScriptedModel([call("A1"), { text: "Done." }]);
    const host = new Host(model, {
      args: ["--permission-prompt-tool", "stdio"],
      canUseTool: () => ({ behavior: "deny" }),
      ...hook("PreToolUse", () => before("allow", { updatedInput: { id: "B2" } })),
    });
    expect(await transcript(host)).toContain("user       result: B2 is on its way");
  });

  it("sends to the host what would have been allowed, and is refused where nobody can be asked", async () => {
    await using model = new ScriptedModel([call("A1"), { text: "Done." }, call("A1"), { text: "Done." }]);
    const ask = hook("PreToolUse", () => before("ask"));
    const asked: string[] = [];
    const host = new Host(model, {
      args: ["--permission-prompt-tool", "stdio", "--allowedTools", LOOKUP],
      canUseTool: (name) => (asked.push(name), { behavior: "allow" }),
      ...ask,
    });
    expect(await transcript(host)).toContain("user       result: A1 is on its way");
    expect(asked).toEqual([LOOKUP]);
    const alone = await transcript(new Host(model, ask));
    expect(alone[0]).toBe(`user       result: ${LOOKUP} needs an approval that nobody can give`);
  });

  it.each([
    ["", true],
    ["*", true],
    [LOOKUP, true],
    [`Bash|${LOOKUP}`, true],
    ["mcp__shop__.*", true],
    ["lookupOrder", false],
    ["Bash|Write", false],
    ["mcp__mail__.*", false],
  ])("with the matcher %j is called: %j", async (matcher, called) => {
    await using model = new ScriptedModel([call("A1"), { text: "Done." }]);
    const run = jest.fn<object, []>(() => ({}));
    await new Host(model, hook("PreToolUse", run, matcher)).prompt("Where is A1?");
    expect(run).toHaveBeenCalledTimes(called ? 1 : 0);
  });

  it.each([
    ["goes ahead", {}, "A1 is on its way"],
    ["is refused where the host says so", { onFailure: "block" }, "the hook is broken"],
  ])("that fails: the call %s", async (_, more, result) => {
    await using model = new ScriptedModel([call("A1"), { text: "Done." }]);
    const broken = (): object => {
      throw new Error("the hook is broken");
    };
    const lines = await transcript(new Host(model, hook("PreToolUse", broken, "", more)));
    expect(lines[0]).toContain(result);
  });

  it("is one of several: the strongest decision counts, and every note reaches the model", async () => {
    await using model = new ScriptedModel([call("A1"), { text: "Done." }]);
    const host = new Host(model, {
      initialize: {
        hooks: { PreToolUse: [{ hookCallbackIds: ["a", "b"] }, { matcher: LOOKUP, hookCallbackIds: ["c"] }] },
      },
      hooks: {
        a: () => before("allow", { additionalContext: "Be quick." }),
        b: () => before("deny", { permissionDecisionReason: "Closed" }),
        c: () => before("ask", { additionalContext: "Be kind." }),
      },
    });
    expect(await transcript(host)).toContain("user       result: Closed");
    expect(model.requests[1]?.messages.at(-1)?.content).toMatchObject([
      { type: "tool_result" },
      { type: "text", text: "Be quick." },
      { type: "text", text: "Be kind." },
    ]);
  });
});

describe("a hook after a tool", () => {
  it("is told of the result, which it may replace", async () => {
    await using model = new ScriptedModel([call("A1"), { text: "Done." }]);
    const told: unknown[] = [];
    const host = new Host(
      model,
      hook("PostToolUse", ({ tool_input, tool_response }) => {
        told.push({ tool_input, tool_response });
        return { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: "(hidden)" } };
      }),
    );
    expect(await transcript(host)).toContain("user       result: (hidden)");
    expect(told).toEqual([
      { tool_input: { id: "A1" }, tool_response: [{ type: "text", text: "A1 is on its way" }] },
    ]);
  });

  it("tells the model what is wrong with the result", async () => {
    await using model = new ScriptedModel([call("A1"), { text: "Done." }]);
    const host = new Host(
      model,
      hook("PostToolUse", () => ({ decision: "block", reason: "Look again." })),
    );
    await host.prompt("Where is A1?");
    expect(model.requests[1]).toMatchObject({ results: ["A1 is on its way"] });
    expect(model.requests[1]?.said.at(-1)).toBe("Look again.");
  });

  it("is another one where the tool fails", async () => {
    await using model = new ScriptedModel([call("A9"), { text: "Done." }]);
    const told: unknown[] = [];
    const failure = hook("PostToolUseFailure", ({ error }) => (told.push(error), {}));
    await new Host(model, failure).prompt("Where is A9?");
    expect(told).toEqual(["no order A9"]);
  });
});

it.each(["PreToolUse", "PostToolUse"])(
  "a %s hook ends the run, and the history can be gone on with",
  async (event) => {
    await using model = new ScriptedModel([
      { calls: [...call("A1").calls, ...call("A2").calls] },
      { text: "Here." },
    ]);
    const host = new Host(
      model,
      hook(event, () => ({ continue: false, stopReason: "Enough" })),
    );
    expect((await host.prompt("Where?")).at(-1)).toMatchObject({
      subtype: "success",
      terminal_reason: "hook_stopped",
      num_turns: 1,
    });
    expect((await host.prompt("And now?")).at(-1)).toMatchObject({ result: "Here." });
    expect(model.requests[1]?.messages[2]?.content).toMatchObject([
      { tool_use_id: "toolu_0001", content: [{ text: "A1 is on its way" }] },
      { tool_use_id: "toolu_0002", is_error: true },
    ]);
  },
);

it("a hook that does not answer is taken back by an interrupt", async () => {
  await using model = new ScriptedModel([call("A1"), { text: "Here." }]);
  let reached = (): void => {};
  const called = new Promise<void>((resolve) => (reached = resolve));
  const host = new Host(
    model,
    hook("PreToolUse", () => {
      reached();
      return new Promise<object>(() => {});
    }),
  );
  const first = host.prompt("Where is A1?");
  await called;
  host.control({ subtype: "interrupt" });
  expect((await first).at(-1)).toMatchObject({ subtype: "error_during_execution", errors: ["interrupted"] });
  expect(host.cancelled).toHaveLength(1);
  expect((await host.prompt("Still there?")).at(-1)).toMatchObject({ result: "Here." });
});

it("a server of the host's that does not answer its list of tools ends the prompt with an error", async () => {
  await using model = new ScriptedModel([]);
  const host = new Host(model, { initialize: { sdkMcpServers: ["nobody"] } });
  const [end] = (await host.prompt("Hello")) as [Line];
  expect(end).toMatchObject({ subtype: "error_during_execution", errors: ["no server nobody"] });
});
