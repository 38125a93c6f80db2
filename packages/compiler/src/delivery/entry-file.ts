import { closeSync, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic } from "@skills/core";
import type { Entry, Found, Part } from "./entry";
import type { Inputs } from "./inputs";

/** What stands at the beginning of an entry's file: all but the parts, which are long. */
export interface Head extends Pick<Entry, "stamp" | "root" | "project" | "serves" | "inputs"> {
  /** About no class. */
  general: Diagnostic[];
  parts: {
    /** Absolute path of the source. */
    file: string;
    /** Classes and functions that it says something of. */
    names: string[];
    /** In bytes, behind the head. */
    at: number;
    length: number;
  }[];
}

/** The form of an entry outside of a process: the head's length in bytes, the head, and then a part a source. */
export function bytesOf({ manifest, diagnostics, ...whole }: Entry): Buffer {
  const { stamp, root, project, serves, inputs } = whole;
  const bySource = new Map<string, Part>();
  const partOf = ({ file }: { file: string }): Part => {
    const source = resolve(root, ...file.split("/"));
    const part = bySource.get(source) ?? { skills: [], functions: [], diagnostics: [] };
    bySource.set(source, part);
    return part;
  };
  for (const skill of manifest.skills) partOf(skill).skills.push(skill);
  for (const described of manifest.functions) partOf(described).functions.push(described);
  const general = diagnostics.filter((problem) => problem.class === undefined);
  for (const problem of diagnostics)
    if (problem.class !== undefined) partOf(problem).diagnostics.push(problem);

  let at = 0;
  const contents: Buffer[] = [];
  const parts = [...bySource].map(([file, part]) => {
    const content = Buffer.from(JSON.stringify(part));
    contents.push(content);
    at += content.length;
    return { file, names: namesIn(part), at: at - content.length, length: content.length };
  });
  const head = JSON.stringify({ stamp, root, project, serves, inputs, general, parts } satisfies Head);
  const length = `${String(Buffer.byteLength(head))}\n`;
  return Buffer.concat([Buffer.from(length + head), ...contents]);
}

function namesIn({ skills, functions, diagnostics }: Part): string[] {
  const names = [
    ...skills.map((skill) => skill.class),
    ...functions.map(({ name }) => name),
    ...diagnostics.map((problem) => problem.class ?? ""),
  ];
  return [...new Set(names)];
}

/** An entry of which only what is asked for is read. */
export class EntryFile {
  readonly serves: ReadonlySet<string>;

  private constructor(
    readonly head: Head,
    private readonly start: number,
    private readonly bytes: Bytes,
  ) {
    this.serves = new Set(head.serves);
  }

  /** @throws Error where it is none: caches hold what other programs and versions left there */
  static at(path: string): EntryFile {
    return EntryFile.over(bytesOfFile(path));
  }

  /** @throws Error where it is none */
  static of(content: Buffer): EntryFile {
    return EntryFile.over((at, length) => content.subarray(at, at + length));
  }

  private static over(read: Bytes): EntryFile {
    const beginning = read(0, FIRST_READ);
    const end = beginning.indexOf("\n");
    const length = end < 0 ? NaN : Number(beginning.subarray(0, end).toString());
    if (!Number.isSafeInteger(length)) throw new Error("this is no entry");
    const start = end + 1 + length;
    const text = start <= beginning.length ? beginning.subarray(end + 1, start) : read(end + 1, length);
    const head: unknown = JSON.parse(text.toString("utf8"));
    if (!isHead(head)) throw new Error("this is an entry of another form");
    return new EntryFile(head, start, read);
  }

  /**
   * What is said of a source, and of classes and functions of one name in others.
   *
   * @throws Error where the file is another one by now, or was cut
   */
  about(source: string, name?: string): Found {
    const wanted = this.head.parts.filter(
      ({ file, names }) => file === source || (name !== undefined && names.includes(name)),
    );
    const parts = wanted.map(
      ({ at, length }) => JSON.parse(this.bytes(this.start + at, length).toString("utf8")) as Part,
    );
    return {
      root: this.head.root,
      skills: parts.flatMap(({ skills }) => skills),
      functions: parts.flatMap(({ functions }) => functions),
      diagnostics: [...this.head.general, ...parts.flatMap(({ diagnostics }) => diagnostics)],
    };
  }
}

/** Fewer where it ends before. */
type Bytes = (at: number, length: number) => Buffer;

/** The heads of most projects are no longer. */
const FIRST_READ = 1 << 16;

/** Bytes of a file, which is replaced, never changed: what is read later is of the same, or an error is thrown. */
function bytesOfFile(path: string): Bytes {
  let first: Stats | undefined;
  return (at, length) => {
    const file = openSync(path, "r");
    try {
      const now = fstatSync(file);
      first ??= now;
      // Not by the time of change, which says when the entry was last found to hold.
      if (now.ino !== first.ino || now.size !== first.size || now.birthtimeMs !== first.birthtimeMs)
        throw new Error("this entry was replaced");
      const content = Buffer.allocUnsafe(Math.min(length, Math.max(0, now.size - at)));
      return content.subarray(0, readSync(file, content, 0, content.length, at));
    } finally {
      closeSync(file);
    }
  };
}

function isHead(value: unknown): value is Head {
  if (typeof value !== "object" || value === null) return false;
  const { stamp, root, project, serves, inputs, general, parts } = value as Partial<
    Record<keyof Head, unknown>
  >;
  const lists = inputs as Partial<Record<keyof Inputs, unknown>> | undefined;
  return (
    [stamp, root, project].every((text) => typeof text === "string") &&
    [serves, general, parts].every(Array.isArray) &&
    typeof lists?.recordedAt === "number" &&
    [lists.files, lists.absent, lists.listed, lists.links].every(Array.isArray)
  );
}
