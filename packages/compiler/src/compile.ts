import { dirname, resolve } from "node:path";
import ts from "typescript";
import { Compilation, type CompileResult } from "./compilation";
import { relativeTo } from "./context";
import { findConfig } from "./build/find-config";
import { joinedManifests } from "./join-manifests";
import { diagnostic } from "./problems";
import { Projects, withFile, withoutConfig } from "./program/project";
import { withSchemaOptions, type SchemaOptions } from "./schema-options";

export interface CompileOptions extends SchemaOptions {
  /** A tsconfig.json or its folder. Default: the nearest one from the working directory upwards. */
  project?: string;
  /** Only the tools of these files. Default: of all files of the project. */
  files?: readonly string[];
}

/**
 * Reads the tools of a project from its sources. Never throws for what stands in them: a method that cannot be
 * described is absent from the manifest, and a diagnostic says why and what to do.
 */
export function compile(options: CompileOptions = {}): CompileResult {
  const { manifest, diagnostics } = compiled(options);
  return { manifest: withSchemaOptions(manifest, options), diagnostics };
}

function compiled(options: CompileOptions): CompileResult {
  const projects = new Projects(ts.sys);
  const only = options.files?.map((file) => resolve(file));
  const config = configOf(options.project, only);
  if (config === undefined)
    return options.project === undefined && only
      ? new Compilation(withoutConfig(only, process.cwd()), ts.sys).result(only)
      : missing(findConfig(options.project).asked);
  return compileWithReferences(projects, config, dirname(config), only, new Set());
}

function configOf(project: string | undefined, only: readonly string[] | undefined): string | undefined {
  const first = only?.[0];
  return project === undefined && first !== undefined
    ? ts.findConfigFile(dirname(first), ts.sys.fileExists)
    : findConfig(project).file;
}

function missing(path: string): CompileResult {
  const problem = diagnostic(
    "project",
    { file: path, line: 1 },
    "there is no such tsconfig.json",
    "name the tsconfig.json of the project",
  );
  return {
    manifest: { version: 1, skills: [], functions: [] },
    diagnostics: [{ ...problem, file: relativeTo(process.cwd(), path) }],
  };
}

/** A solution-style tsconfig.json stands for the projects that it references. */
function compileWithReferences(
  projects: Projects,
  config: string,
  root: string,
  only: readonly string[] | undefined,
  seen: Set<string>,
): CompileResult {
  seen.add(config);
  const project = { ...projects.read(config), root };
  const isSolution = project.fileNames.length === 0 && project.references.length > 0;
  if (!isSolution) {
    const added = (only ?? []).filter((file) => !project.fileNames.includes(file));
    return new Compilation(added.reduce(withFile, project), ts.sys).result(only);
  }
  const results = project.references
    .filter((reference) => !seen.has(reference))
    .map((reference) => compileWithReferences(projects, reference, root, only, seen));
  return {
    manifest: joinedManifests(results.map(({ manifest }) => manifest)),
    diagnostics: [...project.diagnostics, ...results.flatMap(({ diagnostics }) => diagnostics)],
  };
}
