import type { FoundSkill } from "./find-skills";

/** What placeholders of a body are filled with. Those without a value here stay as they are. */
export interface RenderContext {
  /** For `${CLAUDE_PROJECT_DIR}`. */
  projectDir?: string;
  /** For `${CLAUDE_SESSION_ID}`. */
  sessionId?: string;
}

/** Splits as a shell does: quotes hold blanks together, a backslash takes the next character as it is. */
export function splitArguments(text: string): string[] {
  const parts = text.matchAll(/(?:[^\s"'\\]|\\[\s\S]?|"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|'[^']*(?:'|$))+/g);
  return [...parts].map(([part]) =>
    part.replace(
      /\\([\s\S]?)|"((?:[^"\\]|\\[\s\S]?)*)(?:"|$)|'([^']*)(?:'|$)/g,
      (_whole, escaped?: string, double?: string, single?: string) =>
        escaped ?? double?.replace(/\\(["\\$`])/g, "$1") ?? single ?? "",
    ),
  );
}

const PLACEHOLDER =
  /(\\?)\$(?:\{(CLAUDE_[A-Z_]+)\}|ARGUMENTS\[(\d{1,4})\]|(ARGUMENTS)(?![A-Za-z0-9_])|(\d{1,4})(?!\w)|([A-Za-z_][\w-]*))/g;

/**
 * Fills a body's placeholders, once: what is filled in is not searched again. `$1`, `$ARGUMENTS[1]` are left alone
 * where the skill declares neither arguments nor a hint: prices and awk programs look the same.
 */
export function fillPlaceholders(
  body: string,
  skill: Pick<FoundSkill, "folder" | "arguments" | "argumentHint">,
  args: string,
  { projectDir, sessionId }: RenderContext,
): string {
  const parts = splitArguments(args);
  const takesArguments = skill.arguments.length > 0 || skill.argumentHint !== undefined;
  const variables: { [name: string]: string | undefined } = {
    CLAUDE_SKILL_DIR: skill.folder,
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDE_SESSION_ID: sessionId,
  };
  let filled = false;
  const argument = (value: string): string => {
    filled = true;
    return value;
  };
  const text = body.replace(
    PLACEHOLDER,
    (
      written: string,
      escape: string,
      variable?: string,
      index?: string,
      all?: string,
      short?: string,
      name?: string,
    ) => {
      if (escape !== "") return written;
      if (variable !== undefined) return variables[variable] ?? written;
      if (all !== undefined) return argument(args);
      const position = index ?? short;
      if (position !== undefined) {
        return takesArguments ? argument(parts[Number(position)] ?? "") : written;
      }
      const named = skill.arguments.indexOf(name ?? "");
      return named === -1 ? written : argument(parts[named] ?? "");
    },
  );
  return args.trim() === "" || filled ? text : `${text}\n\nARGUMENTS: ${args}`.trimStart();
}
