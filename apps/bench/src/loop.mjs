// A run of 50 turns with five calls a turn over in-process fetch: the same script for every subject.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { CALLS, check, TURNS } from "./loop-script.mjs";
import { loopSubjects } from "./loop-subjects.mjs";
import { spread } from "./measure.mjs";

const PROCESS = fileURLToPath(new URL("loop-process.mjs", import.meta.url));
const ROUNDS = 7;

export async function loop() {
  const names = Object.keys(loopSubjects);
  for (const name of names) await check(loopSubjects[name]);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(round + at) % names.length];
      times[name].push(Number(execFileSync(process.execPath, [PROCESS, name])));
    }
  }
  return {
    title: `Loop: ${TURNS} turns of ${CALLS} calls`,
    unit: "run",
    rows: spread(times),
    notes: [
      "Processor time, garbage collection included, each subject warmed up in a process of its own. Every subject's tool results, last words and number of requests were compared before anything was timed. OpenAI Agents speaks its own wire form (chat completions) with the same texts; the others speak the Messages API.",
    ],
  };
}
