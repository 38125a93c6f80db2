import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { compareManifests, inspect, type ContractChange } from "@skills/compiler";
import type { Manifest } from "@skills/core";
import { printChanges } from "../changes";
import { hasErrors, printDiagnostics } from "../diagnostics";
import { EXIT, type ExitCode } from "../exit-codes";
import { printJson, progress, type Io } from "../io";
import { usage } from "../usage";

export interface CheckOptions {
  project?: string;
  against?: string;
  update?: boolean;
  secondOpinion?: boolean;
  json?: boolean;
}

export function check({ project, against, update, json }: CheckOptions, io: Io): ExitCode {
  if (update && against === undefined)
    throw usage("--update needs --against", "name the manifest to write: --against FILE --update");
  const shown = progress(io);
  shown.step("reading the tools");
  const { root, manifest, diagnostics } = inspect(project);
  shown.end();
  const committed = against === undefined ? undefined : readManifest(against, update ?? false);
  const changes = committed && compareManifests(committed, manifest);
  const isWritten = against !== undefined && update === true && !hasErrors(diagnostics);
  if (isWritten) writeFileSync(against, `${JSON.stringify(manifest, null, 2)}\n`);

  if (json) printJson(io, { diagnostics, ...(changes && { changes }) });
  else {
    printDiagnostics(io, diagnostics, root);
    if (changes) printChanges(io, changes);
    else if (diagnostics.length === 0) io.out(`${count(manifest)}: nothing to say against them.\n`);
    if (isWritten) io.out(`${against} is written.\n`);
  }
  return hasErrors(diagnostics) || (isBreaking(changes) && !update) ? EXIT.yours : EXIT.ok;
}

function isBreaking(changes: readonly ContractChange[] = []): boolean {
  return changes.some(({ breaking }) => breaking);
}

function readManifest(file: string, mayBeMissing: boolean): Manifest {
  if (mayBeMissing && !existsSync(file)) return { version: 1, skills: [], functions: [] };
  try {
    const manifest = JSON.parse(readFileSync(file, "utf8")) as Partial<Manifest>;
    if (manifest.version === 1 && Array.isArray(manifest.skills) && Array.isArray(manifest.functions))
      return manifest as Manifest;
  } catch (cause) {
    throw usage(
      `${file} cannot be read as a manifest`,
      "give one that --update or skills build wrote",
      cause,
    );
  }
  throw usage(`${file} is no manifest`, "give one that --update or skills build wrote");
}

function count({ skills, functions }: Manifest): string {
  const tools = skills.flatMap((skill) => skill.tools).length + functions.length;
  return `${String(tools)} ${tools === 1 ? "tool" : "tools"}`;
}
