import type { Problem } from "../diagnostics";

/** One field of a frontmatter. */
export interface Entry {
  value: unknown;
  /** A scalar as it is written: `1.0` where the value is 1. */
  text?: string;
  /** Line in the file, from 1. */
  line: number;
}

/** The fields of a frontmatter by name, in their order; undefined where it does not parse. */
export interface ParsedFrontmatter {
  entries?: Map<string, Entry>;
  problems: Problem[];
}

/** The line that a frontmatter's first line is in its file. */
export const FIRST_LINE = 2;
