// node src/run.mjs [family …]: measures, prints one Markdown table a family, and writes results.json, results.md and plots.
import { cpus } from "node:os";
import { agentTest } from "./agent-test.mjs";
import { build } from "./build.mjs";
import { dispatch } from "./dispatch.mjs";
import { journal } from "./journal.mjs";
import { delay } from "./loop-delay.mjs";
import { loop } from "./loop.mjs";
import { lookup } from "./lookup.mjs";
import { memory } from "./memory.mjs";
import { asMarkdown, report } from "./report.mjs";
import { server } from "./server.mjs";
import { startUp } from "./start-up.mjs";
import { validate } from "./validate.mjs";

const FAMILIES = {
  "start-up": startUp,
  dispatch,
  validate,
  lookup,
  loop,
  delay,
  journal,
  memory,
  server,
  build,
  "agent-test": agentTest,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(FAMILIES, name));
if (unknown.length > 0) {
  console.error(`There is no family ${unknown.join(", ")}; there are ${Object.keys(FAMILIES).join(", ")}.`);
  process.exit(1);
}
process.env.NODE_ENV ??= "production";

const results = [];
console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n`);
for (const name of asked.length > 0 ? asked : Object.keys(FAMILIES)) {
  for (const result of [await FAMILIES[name]()].flat()) {
    results.push({ family: name, ...result });
    console.log(asMarkdown(result));
  }
}
await report(results, Object.keys(FAMILIES));
