import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CheckedLines } from "../journal/checked-lines";
import { sweepLocks } from "../journal/file-lock";
import { RunError } from "../errors";
import type { BetaMessageParam } from "../sdk-types";

/** What a session grew by, or what took the place of its whole history. Plain JSON. */
export type SessionRecord =
  { type: "messages"; messages: BetaMessageParam[] } | { type: "history"; messages: BetaMessageParam[] };

/** Where sessions are kept: records by the session's id, in order. */
export interface SessionStore {
  /** Every record of the session; none where it is not known. */
  read(id: string): Promise<readonly SessionRecord[]>;
  /**
   * @param after how many records the session has, for all that the record's maker knows. A store that others write to,
   * too, compares it in the same step, and where there are more, adds nothing and says false: the maker reads again.
   */
  append(id: string, record: SessionRecord, after?: number): Promise<boolean | void>;
}

/** Sessions for as long as the process lives. */
export class MemorySessionStore implements SessionStore {
  private readonly sessions = new Map<string, string[]>();

  async read(id: string): Promise<readonly SessionRecord[]> {
    return (this.sessions.get(id) ?? []).map((line) => JSON.parse(line) as SessionRecord);
  }

  async append(id: string, record: SessionRecord, after?: number): Promise<boolean> {
    const lines = this.sessions.get(id) ?? [];
    if (after !== undefined && lines.length !== after) return false;
    this.sessions.set(id, lines);
    lines.push(JSON.stringify(record));
    return true;
  }
}

/** Sessions in a folder, a file each. A record that its process did not live to write whole is left out. */
export class FileSessionStore implements SessionStore {
  constructor(readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    sweepLocks(folder);
  }

  /** @throws RunError S418 where the file is damaged, S419 where another process does not let go of it */
  async read(id: string): Promise<readonly SessionRecord[]> {
    using file = await this.open(id);
    return file.read();
  }

  async append(id: string, record: SessionRecord, after?: number): Promise<boolean> {
    using file = await this.open(id);
    if (after !== undefined && file.read().length !== after) return false;
    file.append(record);
    return true;
  }

  /** Each holds the file for one record: whoever finds it in use waits for that. */
  private async open(id: string): Promise<CheckedLines<SessionRecord>> {
    const path = this.pathOf(id);
    for (let waitedMs = 0; ; waitedMs += WAIT_MS) {
      try {
        return new CheckedLines<SessionRecord>(path, RECORD);
      } catch (error) {
        if (!(error instanceof RunError && error.code === "S419") || waitedMs >= LONGEST_WAIT_MS) throw error;
        await sleep(WAIT_MS);
      }
    }
  }

  private pathOf(id: string): string {
    // An id comes from outside as often as not: it names a file in the folder, and nothing else.
    if (/^[\w-][\w.-]{0,99}$/.test(id)) return join(this.folder, `${id}.session`);
    throw new RunError("S426", `${JSON.stringify(id)} cannot name a session's file`, {
      help: "take letters, digits, -, _ and dots, 100 at most",
    });
  }
}

const RECORD = '{"type":"';
const WAIT_MS = 5;
const LONGEST_WAIT_MS = 5000;
