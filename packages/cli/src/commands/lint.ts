import { relative } from "node:path";
import { lintSkillFolder } from "@skills/folders";
import { hasErrors, printDiagnostics } from "../diagnostics";
import { EXIT, type ExitCode } from "../exit-codes";
import { printJson, type Io } from "../io";

export interface LintOptions {
  json?: boolean;
}

export function lint(folder: string, { json }: LintOptions, io: Io): ExitCode {
  const { folders, diagnostics } = lintSkillFolder(folder);
  const code = hasErrors(diagnostics) ? EXIT.yours : EXIT.ok;
  if (json) {
    printJson(io, { folders, diagnostics });
    return code;
  }
  const cwd = process.cwd();
  const shown = diagnostics.map(({ claudeCode, ...each }) => ({
    ...each,
    file: relative(cwd, each.file) || ".",
    note: claudeCode,
  }));
  printDiagnostics(io, shown, cwd);
  const count = `${String(folders.length)} skill ${folders.length === 1 ? "folder" : "folders"}`;
  if (diagnostics.length === 0)
    io.out(`${count}: nothing to say against ${folders.length === 1 ? "it" : "them"}.\n`);
  return code;
}
