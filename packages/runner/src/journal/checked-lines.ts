import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { messageOf, RunError } from "../errors";
import { lockFile } from "./file-lock";

/**
 * A file of records that only grows: one line each, its CRC-32 before its JSON. A line that the process did not live
 * to finish is cut off when the file is opened next. One process has it open at a time.
 */
export class CheckedLines<Item> implements Disposable {
  private readonly file: number;
  private readonly unlock: () => void;
  private closed = false;

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
      ftruncateSync(this.file, this.scan().length);
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
    const line = Buffer.from(`${checksum(json)} ${json}\n`);
    for (let written = 0; written < line.length;) written += writeSync(this.file, line, written);
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

  /** The whole records, and the number of bytes that they take. */
  private scan(): { items: Item[]; length: number } {
    const bytes = this.readBytes();
    const items: Item[] = [];
    let length = 0;
    let broken: { line: number; why: string } | undefined;
    for (let line = 1, start = 0, end = bytes.indexOf(10); end >= 0; line++) {
      try {
        const item = parseLine(bytes.toString("utf8", start, end)) as Item;
        if (broken) throw this.damaged(broken);
        items.push(item);
        length = end + 1;
      } catch (error) {
        if (error instanceof RunError) throw error;
        broken ??= { line, why: messageOf(error) };
      }
      start = end + 1;
      end = bytes.indexOf(10, start);
    }
    // Not one line of it is ours: it is some other file, and nothing of it may be cut off.
    if (items.length === 0) {
      if (broken) throw this.damaged(broken);
      if (!this.mayBecomeALine(bytes.toString("latin1", 0, 64)))
        throw this.damaged({ line: 1, why: "it does not begin as such a file does" });
    }
    return { items, length };
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
    const [sum, json] = [text.slice(0, 9), text.slice(9)];
    const begins = this.begin.startsWith(json.slice(0, this.begin.length));
    return /^[0-9a-f]{0,8}$|^[0-9a-f]{8} $/.test(sum) && begins;
  }

  private damaged({ line, why }: { line: number; why: string }): RunError {
    return new RunError("S418", `${this.path} is damaged at line ${String(line)}: ${why}`, {
      help: "mend or remove the file by hand: whole records follow the broken one, or there are none",
    });
  }
}

function parseLine(line: string): unknown {
  const json = line.slice(9);
  if (line.slice(0, 9) !== `${checksum(json)} `) throw new Error("its checksum does not fit");
  return JSON.parse(json);
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, "0");
}
