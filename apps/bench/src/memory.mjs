// What a run holds on to: its history as it grows, and thousands of runs that wait for the model.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROCESS = fileURLToPath(new URL("memory-process.mjs", import.meta.url));
const TURNS = [50, 100, 200, 400];
const WAITING = 10_000;
const TIMES = 3;

export function memory() {
  const runs = TURNS.map((turns) => ({ turns, ...median(() => measured("turns", turns)) }));
  const grown = runs.map(({ turns, heap, text }) => [
    `after ${turns} turns of five calls`,
    `${kb(heap)} KB; the request's text: ${kb(text)} KB`,
  ]);
  const { heap } = median(() => measured("waiting", WAITING));
  return {
    title: "Memory of a run",
    curve: {
      x: "turns of five calls",
      y: "KB",
      points: runs.flatMap(({ turns, heap, text }) => [
        { line: "heap", x: turns, y: heap / 1000 },
        { line: "the request's text", x: turns, y: text / 1000 },
      ]),
    },
    figures: [...grown, [`each of ${WAITING} runs that wait for the model`, `${kb(heap / WAITING)} KB`]],
    notes: [
      `Heap in use beyond what was in use before, after a collection; each figure the median of ${TIMES} processes.`,
    ],
  };
}

function measured(...args) {
  return JSON.parse(execFileSync(process.execPath, ["--expose-gc", PROCESS, ...args.map(String)]));
}

function median(measure) {
  return Array.from({ length: TIMES }, measure).sort((a, b) => a.heap - b.heap)[TIMES >> 1];
}

const kb = (bytes) => (bytes / 1000).toFixed(1);
