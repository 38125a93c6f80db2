import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { RunError } from "../errors";
import { lockFile } from "./file-lock";

/**
 * A file of records that only grows: one line each, before its JSON the CRC-32 of all JSON up to there, so that no line
 * can be missing, stand twice or elsewhere. A last line that the process did not live to finish is cut off when the
 * file is opened next. One process has it open at a time.
 */
export class CheckedLines<Item> implements Disposable {
  private readonly file: number;
  private readonly unlock: () => void;
  private closed = false;
  /** Bytes of the whole lines so far, and their checksum. */
  private length: number;
  private sum: number;

  /**
   * @param begin how the first record's JSON begins
   * @throws RunError S418 where the file is damaged, S419 where it is open elsewhere
   */
  constructor(
    readonly path: string,
    private readonly begin: string,
    private readonly sync = false,
  ) {
    this.unlock = lockFile(path);
    try {
      this.file = openSync(path, "a+");
    } catch (error) {
      this.unlock();
      throw error;
    }
    try {
      ({ length: this.length, sum: this.sum } = this.scan());
      ftruncateSync(this.file, this.length);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  read(): Item[] {
    return this.scan().items;
  }

  /** Written when it returns: the kernel has it, with `sync` the disk. */
  append(item: Item): void {
    if (this.closed) throw new RunError("S418", `${this.path} is closed`, { help: "open it again" });
    const json = JSON.stringify(item);
    const sum = crc32(json, this.sum);
    const line = Buffer.from(`${hex(sum)} ${json}\n`);
    try {
      for (let written = 0; written < line.length;) written += writeSync(this.file, line, written);
    } catch (error) {
      // The disk may be full: half a line would spoil the one after it.
      ftruncateSync(this.file, this.length);
      throw error;
    }
    this.length += line.length;
    this.sum = sum;
    if (this.sync) fdatasyncSync(this.file);
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

  /** The whole records, the number of bytes that they take, and their sum. */
  private scan(): { items: Item[]; length: number; sum: number } {
    const bytes = this.readBytes();
    const items: Item[] = [];
    let length = 0;
    let sum = 0;
    let broken: number | undefined;
    for (let line = 1, start = 0, end = bytes.indexOf(10); end >= 0; line++) {
      // Only the last line can be one that was not finished.
      if (broken !== undefined) throw this.damaged(broken);
      const json = bytes.toString("utf8", start + SUM_LENGTH, end);
      const next = crc32(json, sum);
      if (bytes.toString("latin1", start, start + SUM_LENGTH) === `${hex(next)} `) {
        items.push(JSON.parse(json) as Item);
        length = end + 1;
        sum = next;
      } else broken = line;
      start = end + 1;
      end = bytes.indexOf(10, start);
    }
    // Not one line of it is ours: it is some other file, and nothing of it may be cut off.
    if (items.length === 0) {
      if (broken !== undefined) throw this.damaged(broken);
      if (!this.mayBecomeALine(bytes.toString("latin1", 0, 64)))
        throw this.damaged(1, "it does not begin as such a file does");
    }
    return { items, length, sum };
  }

  private readBytes(): Buffer {
    const bytes = Buffer.alloc(fstatSync(this.file).size);
    for (let read = 0; read < bytes.length;) {
      const more = readSync(this.file, bytes, read, bytes.length - read, read);
      if (more === 0) break;
      read += more;
    }
    return bytes;
  }

  /** Whether this is where the process stopped writing the first line. */
  private mayBecomeALine(text: string): boolean {
    const [sum, json] = [text.slice(0, SUM_LENGTH), text.slice(SUM_LENGTH)];
    const begins = this.begin.startsWith(json.slice(0, this.begin.length));
    return /^[0-9a-f]{0,8}$|^[0-9a-f]{8} $/.test(sum) && begins;
  }

  private damaged(line: number, why = "its checksum does not fit"): RunError {
    return new RunError("S418", `${this.path} is damaged at line ${String(line)}: ${why}`, {
      help: "restore it, or remove it by hand: more than a last line that was not finished is broken",
    });
  }
}

/** Eight digits and a blank. */
const SUM_LENGTH = 9;

function hex(sum: number): string {
  return sum.toString(16).padStart(8, "0");
}
