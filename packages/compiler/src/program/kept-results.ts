import ts from "typescript";
import type { Diagnostic, ExplicitSchema, FunctionManifest, SkillManifest } from "@skills/core";
import type { Project } from "./project";

/** What one source says of tools. */
export interface SourceResult {
  skills: SkillManifest[];
  functions: FunctionManifest[];
  explicit: ExplicitSchema[];
  diagnostics: Diagnostic[];
}

/** What each file of a program imports, as the program resolved it; undefined for what was not found. */
export type Imports = Map<ts.SourceFile, readonly (string | undefined)[]>;

type Files = Pick<ts.CompilerHost, "readFile" | "fileExists">;

/** What was asked of the file system, and what it said. */
interface Answer {
  how: keyof Files;
  path: string;
  value: unknown;
}

/** The results of several projects. */
export class KeptProjects {
  private readonly byPlace = new Map<string, { options: string; results: KeptResults }>();

  /** None of a project whose options are others now. */
  of(project: Project): KeptResults {
    const place = `${project.config ?? ""}\n${project.root}`;
    const options = JSON.stringify(project.options);
    let kept = this.byPlace.get(place);
    if (kept?.options !== options) {
      kept = { options, results: new KeptResults() };
      this.byPlace.set(place, kept);
    }
    return kept.results;
  }
}

/**
 * The results of a project's sources, for those who compile it again. One is used again where nothing changed that
 * it can have come from: the source, what it imports at any depth and how that was resolved, the same of every file that
 * declares something for all others, and what the compiler read besides (the names of packages).
 */
export class KeptResults {
  private files = new Map<string, ts.SourceFile>();
  private globals: readonly ts.SourceFile[] = [];
  private imports: Imports = new Map();
  private readonly results = new Map<ts.SourceFile, SourceResult>();
  private readonly answers = new Map<string, Answer>();

  /** A file of the program before, to be used again where its text is the same: that is how a change is told. */
  sourceFile(name: string): ts.SourceFile | undefined {
    return this.files.get(name);
  }

  /** Forgets what does not hold in a program of now. */
  startOver(program: ts.Program, imports: Imports, files: Files): void {
    const sources = program.getSourceFiles();
    const globals = sources.filter(isForAll);
    const fresh = this.freshIn(program, imports);
    const globalsHold = isSameList(globals, this.globals) && globals.every((source) => fresh.has(source));
    if (globalsHold && this.answersHold(files)) {
      for (const source of this.results.keys()) if (!fresh.has(source)) this.results.delete(source);
    } else {
      this.results.clear();
      this.answers.clear();
    }
    this.globals = globals;
    this.imports = new Map(sources.map((source) => [source, imports.get(source) ?? []]));
    this.files = new Map(sources.map((source) => [source.fileName, source]));
  }

  /** The result of a source, described now where none is kept. */
  of(source: ts.SourceFile, describe: () => SourceResult): SourceResult {
    const result = this.results.get(source) ?? describe();
    this.results.set(source, result);
    return result;
  }

  /** Files whose answers are remembered: the results come from them, too. */
  remembering(files: Files): Files {
    const ask = <Value>(how: keyof Files, path: string, value: Value): Value => {
      this.answers.set(`${how} ${path}`, { how, path, value });
      return value;
    };
    return {
      readFile: (path) => ask("readFile", path, files.readFile(path)),
      fileExists: (path) => ask("fileExists", path, files.fileExists(path)),
    };
  }

  private answersHold(files: Files): boolean {
    // All are asked, so that who records what was read hears of all.
    return (
      [...this.answers.values()].filter(({ how, path, value }) => files[how](path) !== value).length === 0
    );
  }

  /** The sources that are as they were in the program before, with all that they import. */
  private freshIn(program: ts.Program, imports: Imports): ReadonlySet<ts.SourceFile> {
    const sources = program.getSourceFiles();
    const stale = new Set<ts.SourceFile>();
    const importers = new Map(sources.map((source) => [source, [] as ts.SourceFile[]]));
    for (const source of sources) {
      const imported = imports.get(source) ?? [];
      for (const name of imported) {
        const file = name === undefined ? undefined : program.getSourceFile(name);
        if (file) importers.get(file)?.push(source);
      }
      const before = this.imports.get(source);
      if (!before || !isSameList(imported, before)) stale.add(source);
    }
    // The set grows while it is gone through.
    for (const source of stale) for (const importer of importers.get(source) ?? []) stale.add(importer);
    return new Set(sources.filter((source) => !stale.has(source)));
  }
}

/** Whether a file declares something that others see without importing it: globals, or members of other modules. */
function isForAll(source: ts.SourceFile): boolean {
  if (!ts.isExternalModule(source)) return true;
  return source.statements.some((statement) =>
    ts.isModuleDeclaration(statement)
      ? ts.isStringLiteral(statement.name) || (statement.flags & ts.NodeFlags.GlobalAugmentation) !== 0
      : ts.isNamespaceExportDeclaration(statement),
  );
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((each, at) => each === right[at]);
}
