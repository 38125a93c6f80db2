import type { SkillClass } from "@skills/core";
import type { RecordOptions, Recorder } from "./cassette/record";
import type { Player, ReplayOptions } from "./cassette/replay";
import type { StandInProcess } from "./claude-code/process";
import type { SpawnOptions } from "./claude-code/protocol";
import type { AgentUnderTest, FuzzAgentOptions } from "./fuzz/fuzz-agent";
import type { FuzzReport, FuzzSkillOptions } from "./fuzz/fuzz-skill";
import type { NetworkGuard } from "./network-guard";
import type { ScriptedModel } from "./scripted-model";

// What most tests do not use, each loaded with its first call: every test file pays for what an import loads.

/**
 * Opens a recording proxy on 127.0.0.1: give its `url` to a client as base URL, and the client's own key passes
 * through it. Only the headers that answers depend on are written, never a key.
 * @throws SkillsError S504 where the port is in use
 */
export async function record(options: RecordOptions): Promise<Recorder> {
  const loaded = require("./cassette/record") as typeof import("./cassette/record");
  return loaded.record(options);
}

/**
 * Answers requests from a cassette, each exchange once, in any order. A request that was not recorded is answered
 * with an error that names the differences to the nearest one, and fails the test at `assertComplete` or disposal.
 * @throws SkillsError S512 where the file is no cassette; S504 where the port is in use
 */
export async function replay(file: string, options?: ReplayOptions): Promise<Player> {
  const loaded = require("./cassette/replay") as typeof import("./cassette/replay");
  return loaded.replay(file, options);
}

/**
 * For the option `spawnClaudeCodeProcess` of the Claude Agent SDK: in place of Claude Code a stand-in in this process,
 * for which the scripted model speaks. It has the tools of the host's own MCP servers (`createSdkMcpServer`) and no
 * others, asks `canUseTool`, calls the hooks around tools (`PreToolUse`, `PostToolUse`, `PostToolUseFailure`; others it
 * refuses), writes partial messages, counts turns, and can be interrupted.
 * Where the binary of Claude Code is not installed, that SDK also wants a `pathToClaudeCodeExecutable`: any text will do.
 */
export function spawnClaudeCode(model: ScriptedModel): (options: SpawnOptions) => StandInProcess {
  const loaded = require("./claude-code/process") as typeof import("./claude-code/process");
  return loaded.spawnClaudeCode(model);
}

/**
 * Lets an agent talk to a model that does anything a model may do: parallel calls, inputs that break their schema,
 * tools that do not exist, turns that pause, are cut or say nothing, and errors. Holds that the agent always ends,
 * that each of its requests is one that the API takes, and that the history it leaves (`messages` of what it returns
 * or throws, where there are any) can be gone on with.
 * @throws FuzzError S507 with the shortest such conversation and its seed
 * @throws SkillsError S503 without the SDK; S506 without fast-check
 */
export async function fuzzAgent(
  agent: AgentUnderTest,
  options?: FuzzAgentOptions,
): Promise<{ seed: number; runs: number }> {
  const loaded = require("./fuzz/fuzz-agent") as typeof import("./fuzz/fuzz-agent");
  return loaded.fuzzAgent(agent, options);
}

/**
 * Calls every tool with inputs made from its schema. Holds that each valid input is accepted, that each input with
 * one fault is refused at the place of the fault without the tool being run, and that each result is one that the
 * API takes. The tools are really run: give them stand-ins of what they talk to.
 *
 * @param target a class that needs no arguments, an instance, or a tool set (there, that nothing ran is taken from
 *   the error alone)
 * @throws FuzzError S507 with the smallest failing input and its seed
 * @throws SkillsError S506 without fast-check; S508 where no valid input, or no instance, can be made
 */
export async function fuzzSkill(
  target: SkillClass | object,
  options?: FuzzSkillOptions,
): Promise<FuzzReport> {
  const loaded = require("./fuzz/fuzz-skill") as typeof import("./fuzz/fuzz-skill");
  return loaded.fuzzSkill(target, options);
}

/**
 * Stops every connection that leaves this machine, in this process, before its first packet: TCP, TLS, HTTP and
 * `fetch`. Loopback and local sockets pass, and the host names that `allow` has.
 */
export function guardNetwork(options?: { allow?: readonly string[] }): NetworkGuard {
  const loaded = require("./network-guard") as typeof import("./network-guard");
  return loaded.guardNetwork(options);
}
