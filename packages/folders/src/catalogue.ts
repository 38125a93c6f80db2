import type { SkillDiagnostic } from "./diagnostics";
import type { FoundSkill } from "./find-skills";

const MOST_DESCRIPTION = 1536;
const MOST_CHARACTERS = 32_000;

export interface CatalogueOptions {
  /** Characters of the whole text. Default 32,000. */
  maxCharacters?: number;
}

export interface Catalogue {
  /** `<available_skills>`, for the system prompt. */
  text: string;
  /** What had to be cut. */
  diagnostics: SkillDiagnostic[];
}

/** Whether a model may be told of a skill: it has something to be known by, and is not for users alone. */
export function isOffered({ description, disableModelInvocation }: FoundSkill): boolean {
  return description !== "" && !disableModelInvocation;
}

/**
 * The skills that a model may start, by name and description. Where they are more than the budget takes, the longest
 * descriptions are cut first, all to one length; names go last.
 */
export function catalogue(skills: readonly FoundSkill[], options: CatalogueOptions = {}): Catalogue {
  const { maxCharacters = MOST_CHARACTERS } = options;
  const offered = skills.filter(isOffered);
  const entry = (skill: FoundSkill, length: number) => entryOf(skill.name, cut(fullText(skill), length));
  const sizeAt = (length: number) =>
    offered.reduce((size, skill) => size + entry(skill, length).length, EMPTY.length);
  if (sizeAt(MOST_DESCRIPTION) <= maxCharacters) {
    return { text: listOf(offered.map((skill) => entry(skill, MOST_DESCRIPTION))), diagnostics: [] };
  }
  const length = greatest(MOST_DESCRIPTION, (candidate) => sizeAt(candidate) <= maxCharacters);
  let room = maxCharacters - EMPTY.length;
  const kept = offered.filter((skill) => (room -= entry(skill, length).length) >= 0);
  const told = new Set(kept);
  const dropped = offered.filter((skill) => !told.has(skill));
  return {
    text: listOf(kept.map((skill) => entry(skill, length))),
    diagnostics: [cutTo(length, maxCharacters, offered), ...dropped.map(leftOut)],
  };
}

function fullText({ description, whenToUse }: FoundSkill): string {
  return whenToUse === undefined ? description : `${description} ${whenToUse}`;
}

const EMPTY = listOf([]);

function listOf(entries: string[]): string {
  return `<available_skills>\n${entries.join("")}</available_skills>`;
}

function entryOf(name: string, description: string): string {
  return `<skill>\n<name>\n${escaped(name)}\n</name>\n<description>\n${escaped(description)}\n</description>\n</skill>\n`;
}

const ENTITIES: { [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** At most `length` code points, so that no character is split. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const points = [...text];
  return points.length <= length
    ? text
    : `${points.slice(0, Math.max(0, length - 1)).join("")}${length > 0 ? "…" : ""}`;
}

/** The greatest whole number from 0 to `most` that fits; 0 where none does. */
function greatest(most: number, fits: (candidate: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function cutTo(length: number, maxCharacters: number, skills: readonly FoundSkill[]): SkillDiagnostic {
  return {
    code: "S620",
    severity: "warning",
    message: `${String(skills.length)} skills are more than ${String(maxCharacters)} characters tell of: descriptions are cut to ${String(length)}`,
    file: skills[0]?.folder ?? "",
    line: 1,
    help: "permit fewer skills, shorten their descriptions, or give maxCharacters",
  };
}

function leftOut({ name, file }: FoundSkill): SkillDiagnostic {
  return {
    code: "S620",
    severity: "warning",
    message: `${name} is not in the catalogue, which is full: a model knows nothing of it`,
    file,
    line: 1,
    skill: name,
    help: "permit fewer skills, or give maxCharacters",
  };
}
