import { dirname, resolve } from "node:path";
import ts from "typescript";
import type { Diagnostic, Manifest } from "@skills/core";
import { Context, relativeTo } from "./context";
import { explicitSchemasIn } from "./discover/explicit-schemas";
import { functionsIn } from "./discover/functions";
import { skillsIn } from "./discover/skills";
import { joinedManifests } from "./join-manifests";
import type { KeptResults, SourceResult } from "./program/kept-results";
import { diagnostic } from "./problems";
import {
  createProgram,
  isLooseNull,
  Projects,
  withFile,
  withoutConfig,
  type Project,
} from "./program/project";
import type { Files } from "./program/recorder";
import { withSchemaOptions, type SchemaOptions } from "./schema-options";

export interface CompileOptions extends SchemaOptions {
  /** A tsconfig.json or its folder. Default: the nearest one from the working directory upwards. */
  project?: string;
  /** Only the tools of these files. Default: of all files of the project. */
  files?: readonly string[];
}

export interface CompileResult {
  manifest: Manifest;
  diagnostics: Diagnostic[];
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
      ? compileProject(withoutConfig(only, process.cwd()), ts.sys, only)
      : missing(resolve(options.project ?? "tsconfig.json"));
  return compileWithReferences(projects, config, dirname(config), only, new Set());
}

function configOf(project: string | undefined, only: readonly string[] | undefined): string | undefined {
  if (project === undefined)
    return ts.findConfigFile(only?.[0] === undefined ? process.cwd() : dirname(only[0]), ts.sys.fileExists);
  const path = resolve(project);
  const file = ts.sys.directoryExists(path) ? resolve(path, "tsconfig.json") : path;
  return ts.sys.fileExists(file) ? file : undefined;
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
    return compileProject(added.reduce(withFile, project), ts.sys, only);
  }
  const results = project.references
    .filter((reference) => !seen.has(reference))
    .map((reference) => compileWithReferences(projects, reference, root, only, seen));
  return {
    manifest: joinedManifests(results.map(({ manifest }) => manifest)),
    diagnostics: [...project.diagnostics, ...results.flatMap(({ diagnostics }) => diagnostics)],
  };
}

/**
 * @param only absolute paths of the files whose tools are wanted; undefined for all
 * @param kept what earlier compiles of the project found: used where it holds, and brought up to date
 */
export function compileProject(
  project: Project,
  files: Files,
  only?: readonly string[],
  kept?: KeptResults,
): CompileResult {
  const { program, host } = createProgram(project, files, kept);
  const context = new Context(program, kept?.remembering(host) ?? host, project.root);
  const results = toolSources(context, project, only).map((source) => {
    const describe = (): SourceResult => described(context, source);
    return kept?.of(source, describe) ?? describe();
  });
  const explicit = results.flatMap((result) => result.explicit);
  return {
    manifest: {
      version: 1,
      skills: results.flatMap(({ skills }) => skills),
      functions: results.flatMap(({ functions }) => functions),
      ...(explicit.length > 0 ? { explicit } : {}),
    },
    diagnostics: [
      ...project.diagnostics,
      ...(isLooseNull(project) ? [looseNull(project)] : []),
      ...results.flatMap(({ diagnostics }) => diagnostics),
    ],
  };
}

function looseNull({ root, config }: Project): Diagnostic {
  return diagnostic(
    "looseNull",
    { file: relativeTo(root, config ?? root), line: 1 },
    "strictNullChecks is off: the schemas tell null and undefined apart, the compiler of this project does not",
    'set "strict": true, or at least "strictNullChecks": true',
  );
}

function described(context: Context, source: ts.SourceFile): SourceResult {
  const before = context.diagnostics.length;
  const parses = !reportSyntax(context, source);
  const found = {
    skills: parses ? skillsIn(context, source) : [],
    functions: parses ? functionsIn(context, source) : [],
    explicit: parses ? explicitSchemasIn(context, source) : [],
  };
  return { ...found, diagnostics: context.diagnostics.splice(before) };
}

/** The project's own sources: what it lists, and what that imports from the same package. */
function toolSources(
  context: Context,
  project: Project,
  only: readonly string[] | undefined,
): ts.SourceFile[] {
  const { program } = context;
  const wanted = only && new Set(only);
  const listed = new Set(project.fileNames);
  const own = new Set(project.fileNames.map((file) => context.packageOf(file)));
  return program
    .getSourceFiles()
    .filter((source) => {
      const file = resolve(source.fileName);
      if (wanted) return wanted.has(file);
      if (source.isDeclarationFile || program.isSourceFileFromExternalLibrary(source)) return false;
      return (listed.has(file) || own.has(context.packageOf(file))) && mayHaveTools(source);
    })
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}

/** A quick look that spares most files the walk. An inheriting class need not have a decorator of its own. */
function mayHaveTools({ text }: ts.SourceFile): boolean {
  return /\bclass\b/.test(text) || text.includes("addTool");
}

/** What does not parse is not described: its members may be other than they seem. */
function reportSyntax(context: Context, source: ts.SourceFile): boolean {
  const [first] = context.program.getSyntacticDiagnostics(source);
  if (!first) return false;
  const { line } = source.getLineAndCharacterOfPosition(first.start);
  context.report(
    "syntax",
    { file: context.fileName(source), line: line + 1 },
    ts.flattenDiagnosticMessageText(first.messageText, " "),
    "correct the source: its tools are not described until it parses",
  );
  return true;
}
