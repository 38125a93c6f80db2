import { SkillsError } from "../errors";
import { nearest } from "../nearest";
import { isCut, type InputIssue } from "../validate/input-issue";
import { preview } from "../validate/words";

/** As many characters as the API takes for a tool's name, and quotes around them. */
const LONGEST_NAME = 130;

/** A call names a tool that this set does not have. A union goes on to its next set after it. */
export class ToolNotFoundError extends SkillsError {
  readonly toolName: string;
  /** The names there are. */
  readonly available: readonly string[];

  constructor(toolName: string, available: readonly string[] = []) {
    super("S301", notFoundText(toolName, available));
    this.toolName = toolName;
    this.available = available;
  }
}

/** For the model, too: it names the near match and the tools there are. Code may have asked for what is no name. */
function notFoundText(name: unknown, available: readonly string[]): string {
  const near = typeof name === "string" ? nearest(name, available) : undefined;
  const guess = near === undefined ? "" : ` Did you mean "${near}"?`;
  const list = available.length === 0 ? "There are no tools." : `The tools are: ${available.join(", ")}.`;
  return `There is no tool named ${preview(name, LONGEST_NAME)}.${guess} ${list}`;
}

/** The model's input does not fit the tool's schema: the tool was not run. Its message is written for the model. */
export class BrokenSchemaError extends SkillsError {
  readonly toolName: string;
  readonly issues: readonly InputIssue[];

  constructor(toolName: string, issues: readonly InputIssue[]) {
    super("S302", brokenText(toolName, issues));
    this.toolName = toolName;
    this.issues = issues;
  }
}

const MOST_ISSUES = 10;

function issueLines(issues: readonly InputIssue[], whole: string): string {
  const lines = issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => `- ${path === "" ? whole : path}: ${message}`);
  if (isCut(issues)) lines.push("- and more");
  else if (issues.length > MOST_ISSUES) lines.push(`- and ${String(issues.length - MOST_ISSUES)} more`);
  return lines.join("\n");
}

function brokenText(tool: string, issues: readonly InputIssue[]): string {
  const that = issues.length === 1 && !isCut(issues) ? "this" : "these";
  return `${tool} was not run: its input does not fit its schema.\n${issueLines(issues, "the input")}\nMend ${that} and call ${tool} again.`;
}

/** A tool returned what its output schema does not allow: the developer's fault, found in tests and development. */
export class OutputMismatchError extends SkillsError {
  readonly toolName: string;
  readonly issues: readonly InputIssue[];

  constructor(toolName: string, issues: readonly InputIssue[]) {
    super(
      "S306",
      `what ${toolName} returned does not fit its output schema\n${issueLines(issues, "the value")}`,
      {
        help: "mend the method or its return type; validateOutput: false switches this check off",
      },
    );
    this.toolName = toolName;
    this.issues = issues;
  }
}

/** A call of a tool that is there and switched off. A union does not go on searching after it. */
export class ToolOffError extends SkillsError {
  readonly toolName: string;
  /** The tool that switches it on, where the model has one. */
  readonly enableTool: string | undefined;

  constructor(toolName: string, enableTool: string | undefined) {
    super(
      "S310",
      `${toolName} is switched off. ${enableTool === undefined ? "It cannot be called now." : `Call ${enableTool} first, then call ${toolName} again.`}`,
    );
    this.toolName = toolName;
    this.enableTool = enableTool;
  }
}

/** Two tools of one name in a set: the API would refuse the request. */
export class DuplicateToolError extends SkillsError {
  readonly toolName: string;

  /** @param origins where each of the two comes from */
  constructor(toolName: string, origins: readonly [string, string]) {
    super("S303", `two tools are named "${toolName}": ${origins.join(" and ")}`, {
      help: `give one of them another name (@Tool({ name })), or put a prefix before a set's names (set.prefix("…"))`,
    });
    this.toolName = toolName;
  }
}

/** Recognised by code, not by class: two copies of this package have two classes. */
export function isToolNotFound(error: unknown): error is ToolNotFoundError {
  return hasCode(error, "S301");
}

export function isBrokenSchema(error: unknown): error is BrokenSchemaError {
  return hasCode(error, "S302");
}

export function isTimeout(error: unknown): boolean {
  return hasCode(error, "S309");
}

export function isToolOff(error: unknown): error is ToolOffError {
  return hasCode(error, "S310");
}

export function isNoCall(error: unknown): boolean {
  return hasCode(error, "S313");
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === code;
}
