import { resolve } from "node:path";
import ts from "typescript";
import type { Diagnostic, Manifest } from "@skills/core";
import { Context, relativeTo } from "./context";
import { explicitSchemasIn } from "./discover/explicit-schemas";
import { functionsIn } from "./discover/functions";
import { skillsIn } from "./discover/skills";
import type { KeptResults, SourceResult } from "./program/kept-results";
import { diagnostic, type Problem } from "./problems";
import { createProgram, hasStandardDecorators, isLooseNull, type Project } from "./program/project";
import type { Files } from "./program/recorder";

export interface CompileResult {
  manifest: Manifest;
  diagnostics: Diagnostic[];
}

/** A project, opened: each of its sources is described once, when it is first asked for. */
export class Compilation {
  private readonly context: Context;
  private readonly described = new Map<ts.SourceFile, SourceResult>();

  /** @param kept what earlier compilations of the project found: used where it holds, and brought up to date */
  constructor(
    private readonly project: Project,
    files: Files,
    private readonly kept?: KeptResults,
  ) {
    const { program, host } = createProgram(project, files, kept);
    this.context = new Context(program, kept?.remembering(host) ?? host, project.root, isLooseNull(project));
  }

  /** @param only absolute paths of the files whose tools are wanted; undefined for all */
  result(only?: readonly string[]): CompileResult {
    const { context, project } = this;
    const results = toolSources(context, project, only).map((source) => this.of(source));
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
        ...settingsAmiss(project, results),
        ...results.flatMap(({ diagnostics }) => diagnostics),
      ],
    };
  }

  private of(source: ts.SourceFile): SourceResult {
    const describe = (): SourceResult => described(this.context, source);
    const result = this.described.get(source) ?? this.kept?.of(source, describe) ?? describe();
    this.described.set(source, result);
    return result;
  }
}

function settingsAmiss(project: Project, results: readonly SourceResult[]): Diagnostic[] {
  // Of options that could not be read, nothing is known.
  if (project.diagnostics.length > 0) return [];
  const hasSkills = results.some(({ skills }) => skills.length > 0);
  return [
    ...(isLooseNull(project) ? [looseNull(project)] : []),
    ...(hasSkills && hasStandardDecorators(project) ? [standardDecorators(project)] : []),
  ];
}

function standardDecorators(project: Project): Diagnostic {
  return ofSettings(
    project,
    "standardDecorators",
    "experimentalDecorators is off: what compiles by this file makes standard decorators of @Tool and @Skill, which carry no types and are refused where they run",
    'set "experimentalDecorators": true and "emitDecoratorMetadata": true',
  );
}

function looseNull(project: Project): Diagnostic {
  return ofSettings(
    project,
    "looseNull",
    "strictNullChecks is off: the schemas tell null and undefined apart, the compiler of this project does not",
    'set "strict": true, or at least "strictNullChecks": true',
  );
}

function ofSettings({ root, config }: Project, problem: Problem, message: string, help: string): Diagnostic {
  return diagnostic(problem, { file: relativeTo(root, config ?? root), line: 1 }, message, help);
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
