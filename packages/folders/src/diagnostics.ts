/** A problem with a skill folder, found without throwing. */
export interface SkillDiagnostic {
  /** `S6xx`, see docs/errors. */
  code: string;
  /** `error`: the skill is not loaded. `warning`: it is. */
  severity: "error" | "warning";
  message: string;
  /** Absolute path of the file or folder. */
  file: string;
  /** From 1. */
  line: number;
  /** The skill's name, where the problem is one skill's. */
  skill?: string;
  /** The way out. */
  help: string;
}

/** A problem inside one SKILL.md, before it is known whose. */
export type Problem = Pick<SkillDiagnostic, "code" | "severity" | "message" | "line" | "help">;

export function problem(
  severity: Problem["severity"],
  code: string,
  message: string,
  help: string,
  line = 1,
): Problem {
  return { code, severity, message, line, help };
}
