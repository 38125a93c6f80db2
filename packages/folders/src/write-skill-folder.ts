import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { skillOf, SkillsError, type SkillClass } from "@skills/core";
import type * as Yaml from "yaml";
import { brokenNameRule } from "./names";
import { readLimited, UnreadableFile } from "./read-limited";
import { SKILL_FILE } from "./scan-root";
import { MOST_BYTES } from "./skill-document";

/** A skill as a folder is written from it. */
export interface SkillSource {
  /** Any name; the folder's is made of it: `RefundPolicy` is `refund-policy`. */
  name: string;
  /** Default: the first line of the instructions. */
  description?: string;
  instructions?: string;
  license?: string;
  compatibility?: string;
  metadata?: { [name: string]: string };
  allowedTools?: readonly string[];
}

export interface WriteSkillFolderOptions {
  /** Replace a SKILL.md that says something else. Default false. */
  overwrite?: boolean;
}

/**
 * Writes `DIR/NAME/SKILL.md`, which the rules of the specification accept, and gives the folder's path.
 * @param skill a class with `@Skill`, or what such a class declares
 * @throws SkillsError S623 for what no skill folder can say, and where another SKILL.md is in the way
 */
export function writeSkillFolder(
  skill: SkillClass | SkillSource,
  dir: string,
  { overwrite = false }: WriteSkillFolderOptions = {},
): string {
  const source: SkillSource = typeof skill === "function" ? skillOf(skill) : skill;
  const name = folderName(source.name);
  const folder = join(resolve(dir), name);
  const file = join(folder, SKILL_FILE);
  const text = textOf(name, source);
  const before = readLimited(file, MOST_BYTES);
  const isMissing = before instanceof UnreadableFile && before.reason === "missing";
  if (!(before instanceof UnreadableFile) && before.toString() === text) return folder;
  if (!isMissing && !overwrite) {
    throw refusal(
      `${file} is there, and says something else`,
      "give { overwrite: true }, or another folder",
      file,
    );
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, text);
  return folder;
}

/** `RefundPolicy`, `refund_policy` and `Refund policy` are `refund-policy`. */
function folderName(name: string): string {
  const made = name
    .normalize("NFKC")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1-$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2")
    .replace(/[\s_.-]+/g, "-")
    .toLowerCase();
  const broken = brokenNameRule(made);
  if (broken === undefined) return made;
  throw refusal(
    `the skill's name ${JSON.stringify(name)} ${broken}`,
    "give it a name of letters, digits and hyphens",
  );
}

function textOf(name: string, source: SkillSource): string {
  const { stringify } = require("yaml") as typeof Yaml;
  const { instructions = "", license, compatibility, metadata, allowedTools } = source;
  const description = (source.description ?? instructions.trim().split("\n")[0] ?? "").trim();
  limit("description", description, 1, 1024);
  if (compatibility !== undefined) limit("compatibility", compatibility, 1, 500);
  const fields = {
    name,
    description,
    ...(license !== undefined && { license }),
    ...(compatibility !== undefined && { compatibility }),
    ...(metadata !== undefined && { metadata }),
    ...(allowedTools !== undefined && { "allowed-tools": allowedTools.join(" ") }),
  };
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${(instructions.trim() || description).toWellFormed()}\n`;
}

function limit(field: string, text: string, least: number, most: number): void {
  const length = [...text].length;
  if (length >= least && length <= most) return;
  throw refusal(
    `the ${field} has ${String(length)} characters; ${String(least)} to ${String(most)} are allowed`,
    `give a ${field} of that length`,
  );
}

function refusal(message: string, help: string, file?: string): SkillsError {
  return new SkillsError("S623", message, { help, ...(file !== undefined && { place: { file } }) });
}
