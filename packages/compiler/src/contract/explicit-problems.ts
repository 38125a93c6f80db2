import { SkillsError, standaloneValidators, type Diagnostic, type Manifest } from "@skills/core";
import { diagnostic } from "../problems";

/** What the schemas that tools were given would be refused for when they are first used. */
export function explicitProblems({ explicit = [] }: Manifest): Diagnostic[] {
  return explicit.flatMap((each) => {
    const { file, line } = each;
    try {
      for (const _ of standaloneValidators({ version: 1, skills: [], functions: [], explicit: [each] }));
      return [];
    } catch (error) {
      if (!(error instanceof SkillsError)) throw error;
      return [diagnostic("noSchema", { file, line }, error.plainMessage, error.help ?? "")];
    }
  });
}
