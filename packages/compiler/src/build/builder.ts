import { dirname, relative, sep } from "node:path";
import type { Diagnostic } from "@skills/core";
import type { Inputs } from "../delivery/inputs";
import type { KeptProjects } from "../program/kept-results";
import { compilerStamp } from "../delivery/stamp";
import { diagnostic } from "../problems";
import type { SchemaOptions } from "../schema-options";
import { findConfig } from "./find-config";
import { BuildRecord } from "./record";

/*
 * This module and what it imports at its head never load TypeScript: a build with nothing changed takes a moment.
 */

export interface BuildOptions extends SchemaOptions {
  /** A tsconfig.json or its folder. Default: the nearest one from the working directory upwards. */
  project?: string;
  /** The folder to write to, for all projects together. Default: each project's `outDir`, else its own folder. */
  out?: string;
  /** Told of each step that may take seconds. */
  onProgress?: (step: string) => void;
}

/** A file that a build wrote, or found as it should be. */
export interface Output {
  /** Absolute. */
  path: string;
  bytes: number;
}

export interface BuildResult {
  /** Absolute folder to which the diagnostics' files are relative. */
  root: string;
  /** Empty where a diagnostic is an error: nothing is written then. */
  outputs: Output[];
  /** How many tools the outputs describe. */
  tools: number;
  /** Nothing had changed since the last build. */
  isUpToDate: boolean;
  diagnostics: Diagnostic[];
  /** Absolute paths of the folders in which a change can change the result; without those of installed packages. */
  folders: string[];
}

/** Builds manifests and validators; one builder building again reuses what it parsed and compiled. */
export class Builder {
  private kept?: KeptProjects;
  /** Texts of validators, by folder and schema; kept by those who build again. */
  private readonly validators = new Map<string, Map<string, string>>();

  /** @param isKept keep what was compiled for the next build of this builder; it is of no use to a single one */
  constructor(private readonly isKept = false) {}

  /** Never throws for what stands in sources: that is a diagnostic. @throws Error where an output cannot be written */
  build({ project, out, onProgress = () => {}, ...schemas }: BuildOptions = {}): BuildResult {
    const config = findConfig(project);
    if (config.file === undefined) return missing(config.asked);
    const root = dirname(config.file);
    const record = BuildRecord.for(config.file, out, schemas);
    const last = record.read(compilerStamp());
    if (last) return { root, ...last, isUpToDate: true };

    // TypeScript is loaded here, and not before.
    const { compileAll } = require("./compile-all") as typeof import("./compile-all");
    const { KeptProjects } = require("../program/kept-results") as typeof import("../program/kept-results");
    if (this.isKept) this.kept ??= new KeptProjects();
    onProgress("reading the tools");
    const { parts, diagnostics, inputs } = compileAll(config.file, out, schemas, this.kept);
    const folders = foldersOf(inputs);
    if (diagnostics.some(({ severity }) => severity === "error"))
      return { root, outputs: [], tools: 0, isUpToDate: false, diagnostics, folders };
    onProgress("compiling validators");
    const { writeOutputs } = require("./outputs") as typeof import("./outputs");
    const outputs = parts.flatMap((part) => {
      const known = this.validators.get(part.folder) ?? new Map<string, string>();
      if (this.isKept) this.validators.set(part.folder, known);
      return writeOutputs(part, this.isKept ? known : undefined);
    });
    const tools = parts.flatMap(({ manifest }) => [
      ...manifest.skills.flatMap((skill) => skill.tools),
      ...manifest.functions,
    ]).length;
    const result = { outputs, tools, diagnostics, folders };
    record.write(compilerStamp(), inputs, result);
    return { root, ...result, isUpToDate: false };
  }
}

function missing(asked: string): BuildResult {
  const root = process.cwd();
  const spot = { file: relative(root, asked).split(sep).join("/"), line: 1 };
  const problem = diagnostic(
    "project",
    spot,
    "there is no such tsconfig.json",
    "name the tsconfig.json of the project",
  );
  return { root, outputs: [], tools: 0, isUpToDate: false, diagnostics: [problem], folders: [root] };
}

function foldersOf({ files, listed }: Inputs): string[] {
  const all = [...files.map(([path]) => dirname(path)), ...listed.map(([path]) => path)];
  return [...new Set(all)].filter((folder) => !folder.split(sep).includes("node_modules")).sort();
}
