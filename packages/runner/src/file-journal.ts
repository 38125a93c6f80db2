import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { messageOf, RunError } from "./errors";
import { lockFile } from "./file-lock";
import type { Journal, JournalRecord } from "./journal";

export interface FileJournalOptions {
  /**
   * Wait for the disk at each record, so that the journal outlives the machine too. Default false: it outlives the
   * process, killed at any moment.
   */
  sync?: boolean;
}

/**
 * A journal in a file: one line a record, its CRC-32 before its JSON, only ever appended. A line that the process did
 * not live to finish is cut off when the file is opened next.
 */
export class FileJournal implements Journal, Disposable {
  private readonly file: number;
  private readonly unlock: () => void;
  private closed = false;

  /** @throws RunError S418 where the file is damaged, S419 where another process has it open */
  constructor(
    readonly path: string,
    private readonly options: FileJournalOptions = {},
  ) {
    this.unlock = lockFile(path);
    try {
      this.file = openSync(path, "a+");
    } catch (error) {
      this.unlock();
      throw error;
    }
    try {
      const { length } = this.readLines();
      ftruncateSync(this.file, length);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  read(): readonly JournalRecord[] {
    return this.readLines().records;
  }

  /** Written when it returns: the kernel has it. */
  append(record: JournalRecord): void {
    if (this.closed) throw new RunError("S418", `the journal ${this.path} is closed`);
    const json = JSON.stringify(record);
    const line = Buffer.from(`${checksum(json)} ${json}\n`);
    for (let written = 0; written < line.length;) written += writeSync(this.file, line, written);
    if (this.options.sync) fdatasyncSync(this.file);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    closeSync(this.file);
    this.unlock();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** The whole records, and the number of bytes that they take. */
  private readLines(): { records: JournalRecord[]; length: number } {
    const bytes = Buffer.alloc(fstatSync(this.file).size);
    for (let read = 0; read < bytes.length;) {
      const more = readSync(this.file, bytes, read, bytes.length - read, read);
      if (more === 0) break;
      read += more;
    }
    const records: JournalRecord[] = [];
    let length = 0;
    let broken: { line: number; why: string } | undefined;
    for (let line = 1, start = 0, end = bytes.indexOf(10); end >= 0; line++) {
      try {
        const record = parseLine(bytes.toString("utf8", start, end));
        if (broken) throw this.damaged(broken);
        records.push(record);
        length = end + 1;
      } catch (error) {
        if (error instanceof RunError) throw error;
        broken ??= { line, why: messageOf(error) };
      }
      start = end + 1;
      end = bytes.indexOf(10, start);
    }
    // Not one line of it is ours: it is some other file, and nothing of it may be cut off.
    if (records.length === 0) {
      if (broken) throw this.damaged(broken);
      if (!mayBecomeALine(bytes.toString("latin1", 0, 64)))
        throw this.damaged({ line: 1, why: "it does not begin as a journal does" });
    }
    return { records, length };
  }

  private damaged({ line, why }: { line: number; why: string }): RunError {
    return new RunError("S418", `the journal ${this.path} is damaged at line ${String(line)}: ${why}`, {
      help: "mend or remove the file by hand: whole records follow the broken one, or there are none",
    });
  }
}

function parseLine(line: string): JournalRecord {
  const json = line.slice(9);
  if (line.slice(0, 9) !== `${checksum(json)} `) throw new Error("its checksum does not fit");
  return JSON.parse(json) as JournalRecord;
}

/** Whether this is where the process stopped writing the first line. */
function mayBecomeALine(text: string): boolean {
  const begin = '{"type":"run",';
  const [sum, json] = [text.slice(0, 9), text.slice(9)];
  return /^[0-9a-f]{0,8}$|^[0-9a-f]{8} $/.test(sum) && begin.startsWith(json.slice(0, begin.length));
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, "0");
}
