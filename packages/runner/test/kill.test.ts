import { ScriptedModel } from "@skills/testing";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildRunner } from "./build";
import { ASK } from "./desk";
import { killUntilDone, type Round } from "./kill/rounds";

/** How long new runs begin, each killed until it comes to its end. `scripts/kill-test` gives time for many. */
const SECONDS = Number(process.env.KILL_SECONDS ?? 0);
/** Processes side by side. */
const AT_ONCE = 2;
/** Runs in one process: to start it takes longer than it lives, and one kill ends each of them at another place. */
const RUNS = 8;

type Messages = (typeof ASK)["messages"];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kill-"));
  buildRunner();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** A generator of numbers that a seed repeats. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** As the API would. */
async function refuseBrokenHistory(messages: Messages): Promise<void> {
  const model = new ScriptedModel([{ text: "Well." }]);
  const tools = ["pay", "set", "clerk"].map((name) => ({ name, input_schema: { type: "object" as const } }));
  const more = { role: "user" as const, content: "And now?" };
  const request = { ...ASK, tools, messages: [...messages, more] };
  await model.client({ maxRetries: 0 }).beta.messages.create(request);
  model.assertComplete();
}

it("loses nothing and repeats nothing, whenever its process is killed", async () => {
  const seed = Date.now() % 1e6;
  const end = Date.now() + SECONDS * 1000;
  const rounds: Round[] = [];
  let begun = 0;
  const worker = async () => {
    do {
      const random = seeded(seed + begun);
      const folders = Array.from({ length: RUNS }, () => join(folder, String((begun += 1))));
      for (const own of folders) mkdirSync(own);
      rounds.push(await killUntilDone(folders, random, SECONDS > 0 ? 10 : 3));
    } while (Date.now() < end);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  const outcomes = rounds.flatMap((round) => round.outcomes);
  const problems = outcomes.flatMap((outcome) => outcome.problems);
  expect({ seed, problems }).toEqual({ seed, problems: [] });
  expect(outcomes).toHaveLength(begun);
  for (const { messages } of outcomes) await refuseBrokenHistory(messages as Messages);
  const sum = (count: (round: Round) => number) => rounds.reduce((all, round) => all + count(round), 0);
  const kills = sum((round) => round.kills);
  expect(kills).toBeGreaterThan(0);
  if (SECONDS === 0) return;
  const torn = sum((round) => round.torn);
  expect(torn).toBeGreaterThan(0);
  const unknown = outcomes.reduce((all, outcome) => all + outcome.unknown, 0);
  const report = [
    `${String(kills)} processes killed`,
    `${String(sum((round) => round.interrupted))} runs interrupted (of ${String(begun)})`,
    `${String(torn)} within a record`,
    `${String(unknown)} calls of unknown outcome`,
  ];
  process.stdout.write(`${report.join(", ")}\n`);
}, 300_000);
