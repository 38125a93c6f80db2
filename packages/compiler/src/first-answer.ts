import { spawn } from "node:child_process";
import { join } from "node:path";

/*
 * The process that `on-demand` waits for: it starts the one that compiles, passes its answer on, and ends. The other
 * goes on with the rest of the project, whoever has ended meanwhile.
 */

const worker = spawn(process.execPath, [join(__dirname, "worker.js"), ...process.argv.slice(2)], {
  detached: true,
  windowsHide: true,
  stdio: ["ignore", "pipe", "pipe"],
});

let answer = "";
worker.stdout.setEncoding("utf8").on("data", (text: string) => {
  answer += text;
  if (answer.endsWith("\n")) process.stdout.write(answer, () => process.exit());
});

let errors = "";
worker.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));

worker.once("close", (code, signal) => {
  if (answer.endsWith("\n")) return;
  process.stderr.write(signal === null ? errors : `${signal} ${errors}`);
  process.exitCode = code === 0 || code === null ? 1 : code;
});
