import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileJournal, FileSessionStore } from "../src";
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

/** Holds a journal in the main thread, then in a worker, then in one that is terminated; tells how others fared. */
const THREADS = `
const { Worker, isMainThread, parentPort, workerData } = require("node:worker_threads");
const { FileJournal } = require("@skills/runner");
const fs = require("node:fs");
let refused;
const open = (path) => { try { return new FileJournal(path); } catch (error) { refused = error; return error.code; } };
const code = \`
  const { parentPort, workerData } = require("node:worker_threads");
  const { FileJournal } = require("@skills/runner");
  let held;
  parentPort.on("message", (word) => {
    if (word === "close") { held.close(); process.exit(); }
    try { held = new FileJournal(workerData); parentPort.postMessage("open"); }
    catch (error) { parentPort.postMessage(error.code); }
  });
\`;
const [path] = process.argv.slice(1);
let worker;
const start = () => { worker = new Worker(code, { eval: true, workerData: path }); };
const ask = (word) => new Promise((resolve) => { worker.once("message", resolve); worker.postMessage(word); });
(async () => {
  start();
  const journal = open(path);
  const told = [await ask("open")];
  journal.close();
  told.push(await ask("open"), open(path));
  worker.postMessage("close");
  await new Promise((resolve) => worker.once("exit", resolve));
  open(path).close();
  start();
  told.push(await ask("open"));
  await worker.terminate();
  told.push(open(path), refused.help.includes(fs.realpathSync(path) + ".lock"));
  fs.unlinkSync(path + ".lock");
  open(path).close();
  console.log(JSON.stringify(told));
})();
`;

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

it("keeps threads out of each other's file, and names the lock that a terminated one left", async () => {
  const out = await run("-e", THREADS, join(folder, "threads.journal"));
  expect(JSON.parse(out)).toEqual(["S419", "open", "S419", "open", "S419", true]);
});

describe("what a process left that was killed while it took a lock", () => {
  const ID = "0b6c2e00-6ad1-4cf1-8b5f-0123456789ab";
  const making = (file: string, pid: number | string) => `${file}.lock.${String(pid)}-12345-${ID}`;
  let here: string;
  let gone: string;
  beforeAll(async () => (gone = (await run("-p", "process.pid")).trim()));
  beforeEach(() => (here = mkdtempSync(join(folder, "left-"))));

  const leave = (...names: string[]) => names.forEach((name) => writeFileSync(join(here, name), "12345 x 1"));

  it("is removed when its journal goes on, and nothing else is", () => {
    const path = join(here, "run");
    new FileJournal(path).close();
    const kept = [making("run", process.ppid), making("other", gone), "run.lock.md"];
    leave(...kept, making("run", gone), making(`run.lock.${ID}.dead`, gone), `run.lock.${ID}.dead`);
    new FileJournal(path).close();
    expect(readdirSync(here).sort()).toEqual(["run", ...kept].sort());
  });

  it("is removed from a folder of sessions when that is opened", async () => {
    leave(making("a.session", gone), making("b.session", gone), making("c.session", process.ppid));
    await new FileSessionStore(here).append("a", { type: "messages", messages: [] });
    expect(readdirSync(here)).toEqual(["a.session", making("c.session", process.ppid)]);
  });

  it("stays where a lock waits for whoever claimed it", () => {
    const path = join(here, "run");
    new FileJournal(path).close();
    writeFileSync(`${path}.lock`, `${String(process.ppid)} ${ID} 1`);
    leave(`run.lock.${ID}.dead`);
    expect(() => new FileJournal(path)).toThrow(/S419/);
    expect(readdirSync(here)).toContain(`run.lock.${ID}.dead`);
  });
});
