import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { query, type HookInput, type HookOutput, type QueryHooks } from "../src";
import { desk } from "./desk";
import { read, resultsIn } from "./query-reading";

const LOOK: ScriptStep = { calls: [["lookup", { id: "A1" }]] };
const DONE: ScriptStep = { text: "Done." };

/** A hook that says this, and remembers what it was told. */
function hook(output: HookOutput = {}) {
  const told: HookInput[] = [];
  const callback = (input: HookInput) => {
    told.push(input);
    return Promise.resolve(output);
  };
  return { told, callback };
}

it("tells hooks of the prompt, each call that they match, and the end, in order", async () => {
  const all = hook();
  const other = hook();
  const each = [{ hooks: [all.callback] }];
  const hooks: QueryHooks = {
    UserPromptSubmit: each,
    PreToolUse: [
      { matcher: "look.*", hooks: [all.callback] },
      { matcher: "look", hooks: [other.callback] },
    ],
    PostToolUse: each,
    PostToolUseFailure: each,
    Stop: each,
  };
  const calls: ScriptStep = { calls: [["lookup", { id: "A1" }]] };
  const failing: ScriptStep = { calls: [["refund", { id: "A1" }]] };
  await read(new ScriptedModel([calls, failing, DONE]), { hooks }, "Where is it?");
  expect(all.told).toMatchObject([
    { hook_event_name: "UserPromptSubmit", prompt: "Where is it?", permission_mode: "default" },
    {
      hook_event_name: "PreToolUse",
      tool_name: "lookup",
      tool_input: { id: "A1" },
      tool_use_id: "toolu_0001",
    },
    { hook_event_name: "PostToolUse", tool_name: "lookup", tool_response: { id: "A1", status: "shipped" } },
    { hook_event_name: "PostToolUseFailure", tool_name: "refund", error: "Error: order A1 is too old" },
    { hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "Done." },
  ]);
  expect(other.told).toEqual([]);
});

it("denies a call by a hook, which counts as a denied permission", async () => {
  const { callback } = hook({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "not on Sundays",
    },
  });
  const { tools, calls } = desk();
  const model = new ScriptedModel([LOOK, DONE]);
  const { messages, result } = await read(model, {
    tools: [tools],
    hooks: { PreToolUse: [{ hooks: [callback] }] },
    permissionMode: "bypassPermissions",
  });
  expect(calls).toEqual([]);
  expect(resultsIn(messages)).toEqual(["Not run: not on Sundays"]);
  expect(result).toMatchObject({ permission_denials: [{ tool_name: "lookup" }] });
});

it("lets a hook allow a call, and a stricter one ask for it after all", async () => {
  const says = (permissionDecision: "allow" | "ask") =>
    hook({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision } }).callback;
  const asked: string[] = [];
  const canUseTool = (name: string) => {
    asked.push(name);
    return { behavior: "allow" as const };
  };
  const run = (hooks: QueryHooks) => read(new ScriptedModel([LOOK, DONE]), { hooks, canUseTool });
  await run({ PreToolUse: [{ hooks: [says("allow")] }] });
  expect(asked).toEqual([]);
  await run({ PreToolUse: [{ hooks: [says("allow"), says("ask")] }] });
  expect(asked).toEqual(["lookup"]);
});

it("changes inputs and results, and adds what a hook has to say after a result", async () => {
  const { tools, calls } = desk();
  const before = hook({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      updatedInput: { id: "B2" },
      additionalContext: "B2, then.",
    },
  });
  const after = hook({
    hookSpecificOutput: {
      hookEventName: "PostToolUse",
      updatedToolOutput: "hidden",
      additionalContext: "Hush.",
    },
  });
  const model = new ScriptedModel([LOOK, DONE]);
  const hooks = { PreToolUse: [{ hooks: [before.callback] }], PostToolUse: [{ hooks: [after.callback] }] };
  const { messages } = await read(model, { tools: [tools], hooks });
  expect(calls).toEqual(["lookup B2"]);
  const text = (said: string) => ({ type: "text", text: said });
  expect(resultsIn(messages)).toEqual([[text("hidden"), text("B2, then."), text("Hush.")]]);
});

it("keeps a blocked prompt from the model, and adds what a hook knows to one that is sent", async () => {
  const blocking = hook({ decision: "block", reason: "Not about that." });
  const silent = new ScriptedModel([]);
  const { result } = await read(silent, { hooks: { UserPromptSubmit: [{ hooks: [blocking.callback] }] } });
  expect(result).toMatchObject({ subtype: "success", result: "Not about that.", num_turns: 0 });
  expect(silent.requests).toEqual([]);

  const knowing = hook({
    hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "It is Monday." },
  });
  const model = new ScriptedModel([DONE]);
  await read(model, { hooks: { UserPromptSubmit: [{ hooks: [knowing.callback] }] } });
  expect(model.requests[0]?.said).toEqual(["Go.\nIt is Monday."]);
});

it("lets the run go on that a Stop hook blocks, and tells the hook so the next time", async () => {
  const told: HookInput[] = [];
  const hooks: QueryHooks = {
    Stop: [
      {
        hooks: [
          (input) => {
            told.push(input);
            return told.length === 1 ? { decision: "block", reason: "And A2?" } : {};
          },
        ],
      },
    ],
  };
  const model = new ScriptedModel([DONE, { text: "A2 too." }]);
  const { result } = await read(model, { hooks });
  expect(model.requests[1]?.said.at(-1)).toBe("And A2?");
  expect(told).toMatchObject([{ stop_hook_active: false }, { stop_hook_active: true }]);
  expect(result).toMatchObject({ result: "A2 too.", num_turns: 2 });
});

it("ends the run where a hook says not to continue", async () => {
  const { callback } = hook({ continue: false, stopReason: "The shop is closed." });
  const { tools, calls } = desk();
  const model = new ScriptedModel([LOOK]);
  const { result } = await read(model, { tools: [tools], hooks: { PreToolUse: [{ hooks: [callback] }] } });
  expect(calls).toEqual([]);
  expect(result).toMatchObject({ subtype: "error_during_execution", errors: ["The shop is closed."] });
});

it.each(["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"] as const)(
  "ends the run by an error that names the hook's own, where one of %s throws",
  async (event) => {
    const broken = () => {
      throw new Error("the hook is broken");
    };
    const model = new ScriptedModel([LOOK, DONE]);
    const { result, thrown } = await read(model, { hooks: { [event]: [{ hooks: [broken] }] } });
    expect(result).toMatchObject({
      subtype: "error_during_execution",
      errors: [expect.stringContaining("the hook is broken")],
    });
    expect(thrown).toBeInstanceOf(Error);
  },
);

it("does not wait for a hook that takes longer than it may", async () => {
  const never = () => new Promise<HookOutput>(() => undefined);
  const hooks: QueryHooks = { PreToolUse: [{ timeout: 0.02, hooks: [never] }] };
  const { result } = await read(new ScriptedModel([LOOK, DONE]), { hooks });
  expect(result).toMatchObject({
    errors: [expect.stringContaining("A hook of PreToolUse did not answer within 20 ms")],
  });
});

it.each<[object, string]>([
  [{ PreToolUs: [] }, "options.hooks.PreToolUs is no event of a query"],
  [{ Stop: [{}] }, "options.hooks.Stop is no list of"],
  [{ PreToolUse: [{ matcher: "(", hooks: [] }] }, "which is no regular expression"],
])("refuses %j in the call", (hooks, words) => {
  expect(() => query({ prompt: "Hello", options: { model: "m", hooks } })).toThrow(words);
});
