import { existsSync, readFileSync, writeFileSync } from "node:fs";
import {
  compareManifests,
  inspect,
  secondOpinion,
  type ContractChange,
  type SecondOpinions,
} from "@skills/compiler";
import { isManifest, type Manifest } from "@skills/core";
import { printChanges } from "../changes";
import { hasErrors, printDiagnostics } from "../diagnostics";
import { EXIT, type ExitCode } from "../exit-codes";
import { printJson, progress, type Io } from "../io";
import { printSecondOpinions } from "../second-opinions";
import { usage } from "../usage";

export interface CheckOptions {
  project?: string;
  against?: string;
  update?: boolean;
  secondOpinion?: boolean;
  json?: boolean;
}

export function check(options: CheckOptions, io: Io): ExitCode {
  const { project, against, update, json } = options;
  if (update && against === undefined)
    throw usage("--update needs --against", "name the manifest to write: --against FILE --update");
  const shown = progress(io);
  shown.step("reading the tools");
  const { root, manifest, tools, diagnostics } = inspect(project);
  if (options.secondOpinion) shown.step("asking typescript-json-schema");
  const opinions = options.secondOpinion ? secondOpinions(project) : undefined;
  diagnostics.push(...(opinions?.diagnostics ?? []));
  shown.end();
  const committed = against === undefined ? undefined : readManifest(against, update ?? false);
  const changes = committed && compareManifests(committed, manifest, tools);
  const isWritten = against !== undefined && update === true && !hasErrors(diagnostics);
  if (isWritten) writeFileSync(against, `${JSON.stringify(manifest, null, 2)}\n`);

  if (json)
    printJson(io, {
      diagnostics,
      ...(opinions && { secondOpinion: withoutDiagnostics(opinions) }),
      ...(changes && { changes }),
    });
  else {
    printDiagnostics(io, diagnostics, root);
    if (opinions) printSecondOpinions(io, opinions);
    if (changes) printChanges(io, changes);
    else if (diagnostics.length === 0) io.out(`${nothingToSay(manifest)}\n`);
    if (isWritten) io.out(`${against} is written.\n`);
  }
  return hasErrors(diagnostics) || (isBreaking(changes) && !update) ? EXIT.yours : EXIT.ok;
}

function secondOpinions(project: string | undefined): SecondOpinions {
  const opinions = secondOpinion(project);
  if (opinions) return opinions;
  throw usage(
    "a second opinion takes typescript-json-schema, which is not installed",
    "npm install --save-dev typescript-json-schema@0.68.0",
  );
}

/** They stand among all others. */
function withoutDiagnostics({ compared, alike, explained }: SecondOpinions) {
  return { compared, alike, explained };
}

function isBreaking(changes: readonly ContractChange[] = []): boolean {
  return changes.some(({ breaking }) => breaking);
}

function readManifest(file: string, mayBeMissing: boolean): Manifest {
  if (mayBeMissing && !existsSync(file)) return { version: 1, skills: [], functions: [] };
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw usage(
      `${file} cannot be read as a manifest`,
      "give one that --update or skills build wrote",
      cause,
    );
  }
  if (isManifest(manifest)) return manifest;
  throw usage(`${file} is no manifest`, "give one that --update or skills build wrote");
}

function nothingToSay({ skills, functions }: Manifest): string {
  const tools = skills.flatMap((skill) => skill.tools).length + functions.length;
  return tools === 1
    ? "1 tool: nothing to say against it."
    : `${String(tools)} tools: nothing to say against them.`;
}
