import fc from "fast-check";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileJournal, type JournalRecord } from "../src";
import { buildRunner } from "./build";

beforeAll(buildRunner, 120_000);

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "journal-"));
  path = join(folder, "run.journal");
});
afterEach(() => rmSync(folder, { recursive: true }));

const RUN = { type: "run", version: 1, state: {} } as unknown as JournalRecord;
const message = (text: string): JournalRecord => ({
  type: "message",
  message: { role: "user", content: text },
});

function write(...records: JournalRecord[]): void {
  using journal = new FileJournal(path);
  for (const record of records) journal.append(record);
}

function read(): readonly JournalRecord[] {
  using journal = new FileJournal(path);
  return journal.read();
}

it("gives back what was kept, text of every kind, over any number of openings", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 5 }), (texts) => {
      rmSync(path, { force: true });
      const records = [RUN, ...texts.map((text) => message(text.toWellFormed()))];
      for (const record of records) write(record);
      expect(read()).toEqual(records);
    }),
    { numRuns: 30 },
  );
});

it("cuts off a line that was not finished, at whatever byte, and goes on behind the last whole one", () => {
  const records = [RUN, message("Grüße"), message("🙂")];
  write(...records);
  const whole = readFileSync(path);
  for (let length = 0; length <= whole.length; length++) {
    writeFileSync(path, whole.subarray(0, length));
    const kept = read();
    expect(records.slice(0, kept.length)).toEqual(kept);
    const lines = whole.subarray(0, length).filter((byte) => byte === 10).length;
    expect(kept).toHaveLength(lines);
    write(message("after"));
    expect(read()).toEqual([...kept, message("after")]);
  }
});

it("refuses a file in whose middle a byte is not as it was written", () => {
  write(RUN, message("one"), message("two"));
  const bytes = readFileSync(path);
  const at = bytes.indexOf("one");
  bytes[at] = 0x78;
  writeFileSync(path, bytes);
  expect(() => new FileJournal(path)).toThrow(/damaged at line 2: its checksum/);
  expect(readFileSync(path)).toEqual(bytes);
});

it.each<[string, (lines: string[]) => string[]]>([
  ["is missing", (lines) => lines.toSpliced(1, 1)],
  ["stands twice", (lines) => lines.toSpliced(1, 0, lines[1] as string)],
  ["stands elsewhere", ([first = "", ...rest]) => [first, ...rest.reverse()]],
])("refuses a file of which a line %s", (_what, change) => {
  write(RUN, message("one"), message("two"), message("three"));
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  writeFileSync(path, `${change(lines).join("\n")}\n`);
  expect(() => new FileJournal(path)).toThrow(/damaged at line [23]/);
});

it("leaves nothing of a record that the disk has no room for, and goes on once it has", () => {
  write(RUN);
  // A process that may write no file beyond a KiB, and that is not killed for trying.
  const code = `
    const { FileJournal } = require("@skills/runner");
    const journal = new FileJournal(process.argv[1]);
    const of = (length) => ({ type: "message", message: { role: "user", content: "x".repeat(length) } });
    try { journal.append(of(2000)); } catch (error) { process.stdout.write(error.code); }
    journal.append(of(3));
  `;
  const limited = `trap '' XFSZ; ulimit -f 1; exec "$0" "$@"`;
  const args = ["-c", limited, process.execPath, "-e", code, path];
  expect(execFileSync("bash", args, { cwd: __dirname, encoding: "utf8" })).toBe("EFBIG");
  expect(read()).toEqual([RUN, message("xxx")]);
});

it.each(["Dear diary,\n", "Dear diary, I", "{}\n"])(
  "leaves a file that is no journal as it is: %j",
  (text) => {
    writeFileSync(path, text);
    expect(() => new FileJournal(path)).toThrow(/S418/);
    expect(readFileSync(path, "utf8")).toBe(text);
  },
);

it("is open in one place at a time, and a lock that outlived its process does not count", () => {
  const first = new FileJournal(path);
  expect(() => new FileJournal(path)).toThrow(/S419.*in use/);
  first.close();
  new FileJournal(path).close();

  const gone = execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }).trim();
  writeFileSync(`${path}.lock`, gone);
  new FileJournal(path).close();
  expect(existsSync(`${path}.lock`)).toBe(false);

  writeFileSync(`${path}.lock`, String(process.ppid));
  expect(() => new FileJournal(path)).toThrow(`process ${String(process.ppid)}`);
});

it("takes no record once it is closed", () => {
  const journal = new FileJournal(path, { sync: true });
  journal.append(RUN);
  journal.close();
  journal.close();
  expect(() => journal.append(RUN)).toThrow(/closed/);
  expect(read()).toEqual([RUN]);
});

it("makes its folder where it is not there", () => {
  path = join(folder, "customers/7/run.journal");
  write(RUN, message("Hi."));
  expect(read()).toEqual([RUN, message("Hi.")]);
});
