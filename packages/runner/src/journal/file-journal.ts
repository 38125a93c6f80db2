import { existsSync, mkdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { CheckedLines } from "./checked-lines";
import { sweepLocks } from "./file-lock";
import type { Journal, JournalRecord } from "./journal";

export interface FileJournalOptions {
  /**
   * Wait for the disk at each record, so that the journal outlives the machine too. Default false: it outlives the
   * process, killed at any moment.
   */
  sync?: boolean;
}

/**
 * A journal in a file, which outlives its process whenever that is killed. The file's folder is made where it is not
 * there. Close it, or dispose of it.
 */
export class FileJournal implements Journal, Disposable {
  private readonly lines: CheckedLines<JournalRecord>;

  /** @throws RunError S418 where the file is damaged or none of ours, S419 where it is open elsewhere */
  constructor(
    readonly path: string,
    { sync }: FileJournalOptions = {},
  ) {
    // Only a file that was there before can have seen a process that was killed.
    if (existsSync(path)) sweepLocks(dirname(path), basename(path));
    else mkdirSync(dirname(path), { recursive: true });
    this.lines = new CheckedLines(path, '{"type":"run",', sync);
  }

  read(): readonly JournalRecord[] {
    return this.lines.read();
  }

  append(record: JournalRecord): void {
    this.lines.append(record);
  }

  close(): void {
    this.lines.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
