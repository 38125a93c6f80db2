// What it costs to load a package before anything is done with it: each in a process of its own, its processor time over
// that of a process that loads nothing.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { spread } from "./measure.mjs";

const require = createRequire(import.meta.url);
const ROUNDS = 9;

const SUBJECTS = {
  "@skills/core": ["@skills/core"],
  "@skills/runner": ["@skills/runner"],
  "@skills/testing": ["@skills/testing"],
  "the SDK": ["@anthropic-ai/sdk"],
  "the SDK with its zod tools": ["@anthropic-ai/sdk", "@anthropic-ai/sdk/helpers/beta/zod", "zod"],
  "AI SDK": ["ai", "@ai-sdk/anthropic"],
  "LangChain's tools": ["@langchain/core/tools"],
  "LangChain's agent": ["langchain", "@langchain/anthropic"],
  "OpenAI Agents": ["@openai/agents"],
};

export function startUp() {
  const times = Object.fromEntries(Object.keys(SUBJECTS).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const empty = cost([]);
    for (const [name, packages] of Object.entries(SUBJECTS))
      times[name].push(Math.max(cost(packages) - empty, 1));
  }
  return {
    title: "Start-up: loading a package",
    unit: "load",
    rows: spread(times),
    notes: ["Microseconds of the processor over an empty process; by `require`, from a warm file cache."],
  };
}

function cost(packages) {
  const files = packages.map((name) => require.resolve(name));
  const script = `${files.map((file) => `require(${JSON.stringify(file)});`).join("")}
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    console.log(userCPUTime + systemCPUTime);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  if (!/^\d+$/m.test(stdout)) throw new Error(`${packages.join(", ")}: ${stderr}`);
  return Number(stdout);
}
