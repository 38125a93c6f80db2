import { mkdirSync } from "node:fs";
import { join } from "node:path";
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
  append(id: string, record: SessionRecord): Promise<void>;
}

/** Sessions for as long as the process lives. */
export class MemorySessionStore implements SessionStore {
  private readonly sessions = new Map<string, string[]>();

  async read(id: string): Promise<readonly SessionRecord[]> {
    return (this.sessions.get(id) ?? []).map((line) => JSON.parse(line) as SessionRecord);
  }

  async append(id: string, record: SessionRecord): Promise<void> {
    const lines = this.sessions.get(id) ?? [];
    this.sessions.set(id, lines);
    lines.push(JSON.stringify(record));
  }
}

/** Sessions in a folder, a file each. A record that its process did not live to write whole is left out. */
export class FileSessionStore implements SessionStore {
  constructor(readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    sweepLocks(folder);
  }

  /** @throws RunError S418 where the file is damaged, S419 where another process writes it */
  async read(id: string): Promise<readonly SessionRecord[]> {
    using file = new CheckedLines<SessionRecord>(this.pathOf(id), RECORD);
    return file.read();
  }

  async append(id: string, record: SessionRecord): Promise<void> {
    using file = new CheckedLines<SessionRecord>(this.pathOf(id), RECORD);
    file.append(record);
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
