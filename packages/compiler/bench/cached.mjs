// node bench/cached.mjs FILE.ts [ROUNDS]: how long a fresh process takes to find a file's cached manifest.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const onDemand = createRequire(import.meta.url).resolve("../dist/on-demand.js");
const [file, rounds = "15"] = process.argv.slice(2);
if (file === undefined) throw new Error("name a file that declares tools");

const SCRIPT = `
  const began = performance.now();
  const { manifestForFile } = require(${JSON.stringify(onDemand)});
  const loaded = performance.now();
  manifestForFile(process.argv[1]);
  const answered = performance.now();
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify([loaded - began, answered - loaded, (user + system) / 1000]));
`;

function ask() {
  const { stdout } = spawnSync(process.execPath, ["-e", SCRIPT, resolve(file)], { encoding: "utf8" });
  return JSON.parse(stdout);
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)].toFixed(1);

ask(); // fills the cache
const times = Array.from({ length: Number(rounds) }, ask);
const [load, answer, cpu] = [0, 1, 2].map((column) => median(times.map((row) => row[column])));
console.log(`module ${load} ms, cached look-up ${answer} ms; ${cpu} ms of CPU in the whole process`);
