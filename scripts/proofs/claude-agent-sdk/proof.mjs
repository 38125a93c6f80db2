/**
 * The Claude Agent SDK's own `query()` over the stand-in for Claude Code: nothing between them is ours but the stand-in.
 * Build first (`pnpm build`), then, in this folder: `npm install --omit=optional && npm run proof`.
 */
import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import assert from "node:assert/strict";
import { setTimeout } from "node:timers";
import { z } from "zod";
import testing from "../../../packages/testing/dist/index.js";

const { formatTranscript, ScriptedModel, spawnClaudeCode } = testing;
const LOOKUP = "mcp__shop__lookupOrder";
const call = (id) => ({ calls: [[LOOKUP, { id }]] });

function options(model, more = {}) {
  const lookup = tool("lookupOrder", "Look up an order", { id: z.string() }, async ({ id }) => ({
    content: [{ type: "text", text: `${id} is shipped` }],
  }));
  return {
    // Looked for before a process is asked for; any name will do.
    pathToClaudeCodeExecutable: "stand-in",
    spawnClaudeCodeProcess: spawnClaudeCode(model),
    mcpServers: { shop: createSdkMcpServer({ name: "shop", version: "1.0.0", tools: [lookup] }) },
    allowedTools: [LOOKUP],
    model: "claude-sonnet-5-5",
    settingSources: [],
    ...more,
  };
}

async function collect(stream) {
  const messages = [];
  for await (const message of stream) messages.push(message);
  return messages;
}

const PROOFS = {
  async "init, a call of a tool of the host's, its result, and the end"() {
    const model = new ScriptedModel([call("A1"), { text: "A1 is shipped." }]);
    const stream = await collect(query({ prompt: "Where is A1?", options: options(model) }));
    assert.equal(
      formatTranscript(stream),
      [
        "system     init",
        `assistant  calls ${LOOKUP} { id: 'A1' }`,
        "user       result: A1 is shipped",
        "assistant  A1 is shipped.",
        "result     success: A1 is shipped.",
      ].join("\n"),
    );
    assert.deepEqual(stream[0].tools, [LOOKUP]);
    model.assertComplete();
  },

  async "canUseTool is asked; it changes an input, and refuses"() {
    const model = new ScriptedModel([call("A1"), call("A2"), { text: "Done." }]);
    const asked = [];
    const canUseTool = async (name, input) => {
      asked.push([name, input.id]);
      return asked.length === 1
        ? { behavior: "allow", updatedInput: { id: "B2" } }
        : { behavior: "deny", message: "Not today" };
    };
    const given = options(model, { canUseTool, allowedTools: [] });
    async function* prompt() {
      yield {
        type: "user",
        message: { role: "user", content: "Where?" },
        parent_tool_use_id: null,
        session_id: "",
      };
    }
    const stream = await collect(query({ prompt: prompt(), options: given }));
    assert.deepEqual(asked, [
      [LOOKUP, "A1"],
      [LOOKUP, "A2"],
    ]);
    assert.match(formatTranscript(stream), /result: B2 is shipped[^]*result: Not today/);
    assert.equal(stream.at(-1).permission_denials.length, 1);
    model.assertComplete();
  },

  async "prompts that come one by one, with another model from the second on"() {
    const model = new ScriptedModel([{ text: "Hello." }, { text: "Bye." }]);
    const results = [];
    let next;
    const ended = () => new Promise((resolve) => (next = resolve));
    async function* prompts() {
      for (const content of ["Hello", "Bye"]) {
        const end = ended();
        yield { type: "user", message: { role: "user", content }, parent_tool_use_id: null, session_id: "" };
        await end;
      }
    }
    const session = query({ prompt: prompts(), options: options(model) });
    for await (const message of session) {
      if (message.type !== "result") continue;
      results.push(message.result);
      if (results.length === 1) await session.setModel("claude-haiku-5-5");
      next();
    }
    assert.deepEqual(results, ["Hello.", "Bye."]);
    assert.deepEqual(
      model.requests.map(({ body }) => body.model),
      ["claude-sonnet-5-5", "claude-haiku-5-5"],
    );
    model.assertComplete();
  },

  async "an interrupt ends the turn, and the next prompt goes on"() {
    const model = new ScriptedModel([{ text: "Never said.", latencyMs: 60_000 }, { text: "Here." }]);
    let next;
    const interrupted = new Promise((resolve) => (next = resolve));
    async function* prompts() {
      const user = { type: "user", parent_tool_use_id: null, session_id: "" };
      yield { ...user, message: { role: "user", content: "Think long." } };
      await interrupted;
      yield { ...user, message: { role: "user", content: "Still there?" } };
    }
    const session = query({ prompt: prompts(), options: options(model) });
    const subtypes = [];
    for await (const message of session) {
      if (message.type === "system" && subtypes.length === 0) setTimeout(() => void session.interrupt(), 50);
      if (message.type !== "result") continue;
      subtypes.push(message.subtype);
      next();
    }
    assert.deepEqual(subtypes, ["error_during_execution", "success"]);
    model.assertComplete();
  },

  async "hooks: one changes an input, one refuses, one replaces a result, and one ends the run"() {
    const model = new ScriptedModel([call("A1"), call("A2"), call("A3"), call("A4")]);
    const seen = [];
    const PreToolUse = async ({ tool_input: { id } }, toolUseID) => {
      seen.push([id, toolUseID]);
      const permissionDecision = { A1: "allow", A2: "deny" }[id];
      if (permissionDecision === undefined) return {};
      return {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision,
          permissionDecisionReason: "Closed today",
          ...(id === "A1" && { updatedInput: { id: "B1" } }),
        },
      };
    };
    const PostToolUse = async ({ tool_input: { id } }) => {
      if (id === "A4") return { continue: false, stopReason: "Enough" };
      if (id !== "A3") return {};
      return { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: "(hidden)" } };
    };
    const hooks = {
      PreToolUse: [{ matcher: "mcp__shop__.*", hooks: [PreToolUse] }],
      PostToolUse: [{ hooks: [PostToolUse] }],
    };
    const stream = await collect(query({ prompt: "Where?", options: options(model, { hooks }) }));
    assert.deepEqual(
      seen,
      ["A1", "A2", "A3", "A4"].map((id, index) => [id, `toolu_000${index + 1}`]),
    );
    const results = Array.from(formatTranscript(stream).matchAll(/user +result: (.*)/g), ([, text]) => text);
    assert.deepEqual(results, ["B1 is shipped", "Closed today", "(hidden)", "A4 is shipped"]);
    assert.equal(stream.at(-1).terminal_reason, "hook_stopped");
    assert.equal(stream.at(-1).permission_denials.length, 1);
    model.assertComplete();
  },

  async "partial messages"() {
    const model = new ScriptedModel([{ text: "A1 is shipped.", chunks: 3 }]);
    const given = options(model, { includePartialMessages: true });
    const stream = await collect(query({ prompt: "Where is A1?", options: given }));
    const deltas = stream.flatMap(({ type, event }) =>
      type === "stream_event" && event.type === "content_block_delta" ? [event.delta.text] : [],
    );
    assert.equal(deltas.length, 3);
    assert.equal(deltas.join(""), "A1 is shipped.");
    assert.equal(stream.at(-1).result, "A1 is shipped.");
    model.assertComplete();
  },

  async "a limit on turns"() {
    const model = new ScriptedModel([call("A1")]);
    const stream = [];
    const reading = (async () => {
      for await (const message of query({ prompt: "Go", options: options(model, { maxTurns: 1 }) }))
        stream.push(message);
    })();
    await reading.catch((error) => assert.match(String(error), /maximum number of turns/));
    assert.equal(stream.at(-1).subtype, "error_max_turns");
    model.assertComplete();
  },

  async "an abort of the host's kills the process"() {
    const abortController = new globalThis.AbortController();
    const model = new ScriptedModel([{ text: "Never said.", latencyMs: 60_000 }]);
    const stream = query({ prompt: "Think long.", options: options(model, { abortController }) });
    await assert.rejects(async () => {
      for await (const message of stream) if (message.type === "system") abortController.abort();
    }, /abort/i);
  },
};

let failed = 0;
for (const [title, prove] of Object.entries(PROOFS)) {
  const late = new Promise((_, reject) =>
    setTimeout(() => reject(new Error("not done after 10 s")), 10_000).unref(),
  );
  try {
    await Promise.race([prove(), late]);
    console.log(`holds: ${title}`);
  } catch (error) {
    failed += 1;
    console.log(`fails: ${title}\n`, error);
  }
}
process.exit(failed === 0 ? 0 : 1);
