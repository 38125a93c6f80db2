import { inspect } from "node:util";
import { SkillsError } from "@skills/core";
import type { SkillDiagnostic } from "./diagnostics";
import type { FoundSkill } from "./find-skills";
import { nameKey } from "./names";

/** Which of the skills that were found a model may use. Undefined and `"all"`: every one; `[]`: none. */
export type SkillsOption = "all" | readonly string[] | undefined;

/** The `skills` option cannot be meant. Its message is its words alone: they are part of the contract. */
export class InvalidSkillsOptionError extends SkillsError {
  constructor(message: string) {
    super("S601", message, { help: 'give "all", or a list of the exact names of skills' });
    this.message = message;
  }
}

/** @throws InvalidSkillsOptionError for anything but undefined, `"all"` and a list of names that can be a skill's */
export function checkSkillsOption(option: unknown): asserts option is SkillsOption {
  if (option === undefined || option === "all") return;
  if (typeof option === "string") {
    throw new InvalidSkillsOptionError(
      `Invalid skills option ${quoted(option)}: it takes a list of names, or 'all'. Did you mean [${quoted(option)}]?`,
    );
  }
  if (!Array.isArray(option)) {
    const kind = option === null ? "null" : typeof option;
    throw new InvalidSkillsOptionError(`Invalid skills option: ${kind} is no list of names, and not 'all'.`);
  }
  // Not `forEach`: it passes over the holes of a list.
  for (const name of option as unknown[]) {
    const reason = typeof name === "string" ? objectionTo(name) : "a name is a string.";
    if (reason !== undefined) {
      const shown =
        typeof name === "string" ? quoted(name) : inspect(name, { breakLength: Infinity, depth: 1 });
      throw new InvalidSkillsOptionError(`Invalid skill name ${shown}: ${reason}`);
    }
  }
}

function objectionTo(name: string): string | undefined {
  if (name === "*") return "use skills: 'all' to enable every skill.";
  if (name.endsWith("*")) return "wildcard-suffix names are not allowed; list each skill by its exact name.";
  if (name.trim() === "") return "a name is not blank.";
  if (name !== name.trim()) return "a name has no blanks at its edges.";
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return "a name has no control characters.";
  if (/[(),]/.test(name)) return "a name has no parentheses and no commas.";
  if (name.startsWith("/")) return "a name has no leading slash.";
  return undefined;
}

function quoted(text: string): string {
  const escaped = text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `'${escaped}'`;
}

/**
 * Of the skills that were found, those that the option permits.
 * @throws InvalidSkillsOptionError as `checkSkillsOption`
 */
export function permitted(skills: readonly FoundSkill[], option: SkillsOption): FoundSkill[] {
  checkSkillsOption(option);
  if (option === undefined || option === "all") return [...skills];
  const chosen = new Set(option.map(nameKey));
  return skills.filter(({ name }) => chosen.has(nameKey(name)));
}

/** A warning for each name of the option that no skill has. `place` stands in for a file: the project's folder. */
export function missingSkills(
  skills: readonly FoundSkill[],
  option: SkillsOption,
  place: string,
): SkillDiagnostic[] {
  if (option === undefined || option === "all") return [];
  const names = new Set(skills.map(({ name }) => nameKey(name)));
  return option
    .filter((name) => !names.has(nameKey(name)))
    .map((name) => ({
      code: "S602",
      severity: "warning",
      message: `the skills option names ${name}, which was not found`,
      file: place,
      line: 1,
      skill: name,
      help: names.size === 0 ? "no skills were found" : `found were ${[...names].slice(0, 20).join(", ")}`,
    }));
}
