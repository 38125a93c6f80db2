import { problem, type Problem } from "./diagnostics";
import type { Entry } from "./frontmatter/entries";
import { brokenNameRule, nameKey } from "./names";
import { splitToolRules } from "./tool-rules";

/** What a SKILL.md says of its skill. */
export interface SkillFields {
  /** Empty where neither frontmatter nor body says anything: such a skill is not offered to a model. */
  description: string;
  whenToUse?: string;
  argumentHint?: string;
  /** Names of the arguments, for `$name` in the body. */
  arguments: readonly string[];
  /** Only a user may start it. */
  disableModelInvocation: boolean;
  /** A user may start it by its name. */
  userInvocable: boolean;
  /** Rules of tools that need no approval while the skill is active: `Read`, `Bash(git add *)`. */
  allowedTools: readonly string[];
  /** Rules of tools that are refused while the skill is active. */
  disallowedTools: readonly string[];
  /** Every field as it is written, known or not. */
  frontmatter: { readonly [field: string]: unknown };
}

const MOST_DESCRIPTION = 1024;
const MOST_COMPATIBILITY = 500;

export const SPECIFICATION_FIELDS = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
];
export const CLAUDE_CODE_FIELDS = [
  "when_to_use",
  "argument-hint",
  "arguments",
  "disable-model-invocation",
  "user-invocable",
  "disallowed-tools",
  "model",
  "effort",
  "context",
  "agent",
  "paths",
  "hooks",
  "shell",
];
const KNOWN = new Set([...SPECIFICATION_FIELDS, ...CLAUDE_CODE_FIELDS]);

/** Reads the fields of one frontmatter, and keeps a list of what is wrong with them. */
export class FieldReader {
  readonly problems: Problem[] = [];

  constructor(private readonly entries: ReadonlyMap<string, Entry>) {}

  /** `firstBodyLine` stands in for a description that is missing; asked for only then. Undefined: refused. */
  read(folderName: string, firstBodyLine: () => string): SkillFields | undefined {
    this.checkName(folderName);
    const description = this.description(firstBodyLine);
    const fields: SkillFields = {
      description: description ?? "",
      whenToUse: this.text("when_to_use"),
      argumentHint: this.hint(),
      arguments: this.words("arguments"),
      disableModelInvocation: this.flag("disable-model-invocation", false),
      userInvocable: this.flag("user-invocable", true),
      allowedTools: this.rules("allowed-tools"),
      disallowedTools: this.rules("disallowed-tools"),
      frontmatter: this.values(),
    };
    this.text("license");
    this.checkCompatibility();
    this.checkMetadata();
    for (const [name, { line }] of this.entries) {
      if (!KNOWN.has(name)) this.warn("S615", `${name} is no field of a skill`, UNKNOWN_HELP, line);
    }
    return description === undefined ? undefined : fields;
  }

  private values(): SkillFields["frontmatter"] {
    const values: { [field: string]: unknown } = {};
    for (const [name, { value }] of this.entries) {
      // A field like any other, and not the object's prototype.
      if (name === "__proto__") Object.defineProperty(values, name, { value, enumerable: true });
      else values[name] = value;
    }
    return values;
  }

  private warn(code: string, message: string, help: string, line?: number): void {
    this.problems.push(problem("warning", code, message, help, line));
  }

  private checkName(folderName: string): void {
    const entry = this.entries.get("name");
    const help = `write name: ${folderName}`;
    if (entry?.value == null) this.warn("S613", "there is no name", help, entry?.line);
    else {
      const name = scalarText(entry) ?? "";
      if (nameKey(name) !== nameKey(folderName)) {
        const message = `the name ${JSON.stringify(name)} is not the folder's, which is what counts`;
        this.warn("S613", message, help, entry.line);
      }
    }
    const broken = brokenNameRule(folderName);
    if (broken !== undefined) {
      const message = `the skill's name ${JSON.stringify(folderName)} ${broken}`;
      this.warn("S613", message, "name the folder in lower-case letters, digits and hyphens", entry?.line);
    }
  }

  private description(firstBodyLine: () => string): string | undefined {
    const entry = this.entries.get("description");
    const text = entry === undefined || entry.value === null ? "" : scalarText(entry)?.trim();
    if (entry !== undefined && text === undefined) {
      const message = "the description is a list or a map";
      const help = "write one text; where it has brackets or colons, put it in quotes";
      this.problems.push(problem("error", "S612", message, help, entry.line));
      return undefined;
    }
    if (text === undefined || text === "") {
      const line = firstBodyLine();
      const taken =
        line === "" ? "and no text to take its place" : "the first line of the body takes its place";
      this.warn("S611", `there is no description; ${taken}`, DESCRIPTION_HELP, entry?.line);
      return line;
    }
    if (entry && typeof entry.value !== "string") {
      this.warn("S612", `the description is a ${typeof entry.value}`, "put it in quotes", entry.line);
    }
    // Counted only where it can matter: a character takes two units at most.
    const length = text.length > MOST_DESCRIPTION ? [...text].length : 0;
    if (length > MOST_DESCRIPTION) {
      const message = `the description has ${String(length)} characters; ${String(MOST_DESCRIPTION)} are allowed`;
      this.warn(
        "S612",
        message,
        "say what it does and when to use it, and move the rest to the body",
        entry?.line,
      );
    }
    return text;
  }

  /** A text, or a number's; anything else is a warning and left out. */
  private text(name: string): string | undefined {
    const entry = this.entries.get(name);
    if (entry === undefined || entry.value === null) return undefined;
    const text = scalarText(entry);
    if (text === undefined || typeof entry.value !== "string") this.wrongKind(name, "a text", entry);
    return text;
  }

  /** `argument-hint: [file]` is a list to YAML, and meant as a text. */
  private hint(): string | undefined {
    const entry = this.entries.get("argument-hint");
    return Array.isArray(entry?.value)
      ? `[${entry.value.map(String).join(", ")}]`
      : this.text("argument-hint");
  }

  private words(name: string): string[] {
    const entry = this.entries.get(name);
    if (entry === undefined || entry.value === null) return [];
    const list: unknown[] = Array.isArray(entry.value)
      ? entry.value
      : (scalarText(entry) ?? "").split(/[\s,]+/).filter(Boolean);
    const words = list.filter(
      (word) => typeof word === "string" && /^[A-Za-z_][\w-]*$/.test(word),
    ) as string[];
    if (words.length < list.length || list.length === 0) this.wrongKind(name, "a list of names", entry);
    return words;
  }

  private flag(name: string, standard: boolean): boolean {
    const entry = this.entries.get(name);
    if (entry === undefined || entry.value === null) return standard;
    if (typeof entry.value === "boolean") return entry.value;
    this.wrongKind(name, "true or false", entry);
    const text = scalarText(entry)?.toLowerCase();
    return text === "true" || text === "false" ? text === "true" : standard;
  }

  private rules(name: string): string[] {
    const entry = this.entries.get(name);
    if (entry === undefined || entry.value === null) return [];
    const texts: unknown[] = Array.isArray(entry.value) ? entry.value : [entry.value];
    const rules = texts.flatMap((text) => (typeof text === "string" ? splitToolRules(text) : [undefined]));
    if (rules.includes(undefined)) this.wrongKind(name, "tool names, such as Read Bash(git add *)", entry);
    return rules.filter((rule) => rule !== undefined);
  }

  private checkCompatibility(): void {
    const text = this.text("compatibility");
    if (text !== undefined && (text === "" || [...text].length > MOST_COMPATIBILITY)) {
      const wanted = `a text of 1 to ${String(MOST_COMPATIBILITY)} characters`;
      this.wrongKind("compatibility", wanted, this.entries.get("compatibility"));
    }
  }

  private checkMetadata(): void {
    const entry = this.entries.get("metadata");
    if (entry === undefined || entry.value === null) return;
    const values: unknown[] = isRecord(entry.value) ? Object.values(entry.value) : [undefined];
    if (values.some((value) => typeof value !== "string")) {
      this.wrongKind("metadata", 'a map of texts (version: "1.0" in quotes)', entry);
    }
  }

  private wrongKind(name: string, wanted: string, entry: Entry | undefined): void {
    this.warn("S614", `${name} is not ${wanted}`, `write ${name} as ${wanted}`, entry?.line);
  }
}

const UNKNOWN_HELP = `the fields are ${SPECIFICATION_FIELDS.join(", ")}; put your own below metadata`;
const DESCRIPTION_HELP = "write description: what the skill does, and when to use it";

function scalarText({ value, text }: Entry): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "object" ? undefined : (text ?? String(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
