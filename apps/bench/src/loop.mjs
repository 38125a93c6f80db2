// A run of 50 turns with five calls a turn over in-process fetch: the same script for every subject.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { CALLS, check, TURNS } from "./loop-script.mjs";
import { loopSubjects } from "./loop-subjects.mjs";
import { spread } from "./measure.mjs";

const PROCESS = fileURLToPath(new URL("loop-process.mjs", import.meta.url));
const ROUNDS = 15;
const WARM_UP_MICROS = 1_500_000;
const ROUND_MICROS = 100_000;

export async function loop() {
  const names = Object.keys(loopSubjects);
  for (const name of names) await check(loopSubjects[name]);
  const processes = new Map(names.map((name) => [name, fork(PROCESS, [name])]));
  const times = Object.fromEntries(names.map((name) => [name, []]));
  try {
    for (const name of names) await microsOfARun(processes.get(name), WARM_UP_MICROS);
    for (let round = 0; round < ROUNDS; round++) {
      for (let at = 0; at < names.length; at++) {
        const name = names[(round + at) % names.length];
        times[name].push(await microsOfARun(processes.get(name), ROUND_MICROS));
      }
    }
  } finally {
    for (const child of processes.values()) child.kill();
  }
  return {
    title: `Loop: ${TURNS} turns of ${CALLS} calls`,
    unit: "run",
    rows: spread(times),
    notes: [
      "Processor time, garbage collection included; each subject in a process of its own, one of them working at a time. Every subject's tool results, last words and number of requests were compared before anything was timed. OpenAI Agents speaks its own wire form (chat completions) with the same texts; the others speak the Messages API.",
    ],
  };
}

async function microsOfARun(child, atLeast) {
  child.send(atLeast);
  const [micros] = await once(child, "message");
  return micros;
}
