import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildRunner } from "./build";

/**
 * Opens and closes a journal for a while, each time leaving a dead process's lock, and tells of company inside. What it
 * reads it takes its time over: whatever others do meanwhile, they do.
 */
const CHILD = `
const fs = require("node:fs");
const { closeSync, openSync, readFileSync, unlinkSync, writeFileSync } = fs;
const never = new Int32Array(new SharedArrayBuffer(4));
fs.readFileSync = (...args) => {
  try { return readFileSync(...args); } finally { Atomics.wait(never, 0, 0, Math.random() * 4); }
};
const { FileJournal } = require("@skills/runner");
const [path, gone] = process.argv.slice(1);
let opened = 0, met = 0;
for (const end = Date.now() + 400; Date.now() < end;) {
  let journal;
  try { journal = new FileJournal(path); } catch (error) { if (error.code !== "S419") throw error; continue; }
  opened += 1;
  try { closeSync(openSync(path + ".inside", "wx")); } catch { met += 1; }
  Atomics.wait(never, 0, 0, Math.random() * 4);
  try { unlinkSync(path + ".inside"); } catch { met += 1; }
  journal.close();
  try { writeFileSync(path + ".lock", gone + " left-" + opened, { flag: "wx" }); } catch {}
}
console.log(JSON.stringify({ opened, met }));
`;

interface Told {
  opened: number;
  met: number;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  buildRunner();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: __dirname });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.on("error", reject).on("close", () => resolve(out));
  });
}

it("lets one process in at a time, however many find a dead one's lock at once", async () => {
  const gone = (await run("-p", "process.pid")).trim();
  const path = join(folder, "run.journal");
  const all = await Promise.all([1, 2, 3].map(() => run("-e", CHILD, path, gone)));
  const told = all.map((out) => JSON.parse(out) as Told);
  expect(told.reduce((sum, { met }) => sum + met, 0)).toBe(0);
  expect(told.reduce((sum, { opened }) => sum + opened, 0)).toBeGreaterThan(1);
});
