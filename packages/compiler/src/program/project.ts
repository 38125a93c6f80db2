import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { relativeTo } from "../context";
import { diagnostic } from "../problems";
import type { Diagnostic } from "@skills/core";
import type { Imports, KeptResults } from "./kept-results";
import type { Files } from "./recorder";
import { keepOnly, parsedFiles } from "./source-files";

/** What to compile, and how: a tsconfig.json as it was read, or what stands for one. */
export interface Project {
  /** The tsconfig.json; undefined where there is none. */
  config?: string;
  /** Absolute folder to which reported files are relative. */
  root: string;
  /** Absolute paths. */
  fileNames: string[];
  options: ts.CompilerOptions;
  /** Projects that a solution-style tsconfig.json names. */
  references: string[];
  diagnostics: Diagnostic[];
}

/** What the compiler takes where nobody configured anything. */
const DEFAULTS: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node20,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
};

/** Projects as they were read, once a path. */
export class Projects {
  private readonly known = new Map<string, Project>();

  constructor(private readonly files: Files) {}

  read(config: string): Project {
    let project = this.known.get(config);
    if (!project) {
      project = this.parse(config);
      this.known.set(config, project);
    }
    return project;
  }

  /**
   * The project of a file: that of the nearest tsconfig.json upwards, or of one that it references, that lists the
   * file. Where none does, the nearest with the file added; where there is no tsconfig.json, strict defaults.
   */
  of(file: string): Project {
    const nearest: string[] = [];
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      const config = join(folder, "tsconfig.json");
      if (this.files.fileExists(config)) {
        nearest.push(config);
        const listing = this.listing(config, file, new Set());
        if (listing) return listing;
      }
      if (dirname(folder) === folder) break;
    }
    const [first] = nearest;
    return first === undefined ? withoutConfig([file], dirname(file)) : withFile(this.read(first), file);
  }

  private listing(config: string, file: string, seen: Set<string>): Project | undefined {
    if (seen.has(config)) return undefined;
    seen.add(config);
    const project = this.read(config);
    if (project.fileNames.includes(file)) return project;
    for (const reference of project.references) {
      const found = this.listing(reference, file, seen);
      if (found) return found;
    }
    return undefined;
  }

  private parse(config: string): Project {
    const root = dirname(config);
    const json = ts.readConfigFile(config, this.files.readFile);
    const parsed = ts.parseJsonConfigFileContent(json.config ?? {}, this.files, root, undefined, config);
    const { outDir, declarationDir } = parsed.options;
    const outputs = new Set([outDir, declarationDir].filter((folder) => folder !== undefined));
    for (const [folder, flags] of Object.entries(parsed.wildcardDirectories ?? {}))
      this.files.included?.(folder, flags === ts.WatchDirectoryFlags.Recursive, outputs);
    const errors = [
      ...(json.error ? [json.error] : []),
      ...parsed.errors.filter(({ code }) => !isAboutNoFiles(code)),
    ];
    return {
      config,
      root,
      fileNames: parsed.fileNames.map((name) => resolve(name)),
      options: parsed.options,
      references: (parsed.projectReferences ?? []).map((reference) =>
        resolve(ts.resolveProjectReferencePath(reference)),
      ),
      diagnostics: errors.map((problem) => configProblem(root, config, problem)),
    };
  }
}

/** A project of some files, where there is no tsconfig.json. */
export function withoutConfig(fileNames: string[], root: string): Project {
  return { root, fileNames, options: DEFAULTS, references: [], diagnostics: [] };
}

export function withFile(project: Project, file: string): Project {
  return { ...project, fileNames: [...project.fileNames, file] };
}

/** "No inputs were found": right for a solution-style tsconfig.json. */
function isAboutNoFiles(code: number): boolean {
  return code === 18002 || code === 18003;
}

function configProblem(
  root: string,
  config: string,
  { messageText, file, start }: ts.Diagnostic,
): Diagnostic {
  const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 1;
  return diagnostic(
    "project",
    { file: relativeTo(root, file?.fileName ?? config), line },
    ts.flattenDiagnosticMessageText(messageText, " "),
    "correct the tsconfig.json",
  );
}

/** Whether a project's own settings let null into every type. */
export function isLooseNull({ options }: Project): boolean {
  return !(options.strictNullChecks ?? options.strict ?? ts.versionMajorMinor >= "6.0");
}

/** Whether decorators that a compiler emits by a project's own settings are those of the standard. */
export function hasStandardDecorators({ options }: Project): boolean {
  return options.experimentalDecorators !== true;
}

/**
 * A program that is only asked about types: nothing is emitted or checked.
 *
 * @param kept of earlier programs of the project; what does not hold in this one is forgotten
 */
export function createProgram(
  project: Project,
  files: Files,
  kept?: KeptResults,
): { program: ts.Program; host: ts.CompilerHost } {
  const options: ts.CompilerOptions = {
    ...project.options,
    // Without these, null is in every type and `strict` defaults differ: the types would not be the declared ones.
    strictNullChecks: true,
    noEmit: true,
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    emitDeclarationOnly: false,
    tsBuildInfoFile: undefined,
    skipLibCheck: true,
  };
  const parsed = parsedFiles(options);
  const host = hostOver(files, options, parsed, kept);
  const imports: Imports = new Map();
  if (kept) recordImports(host, options, imports);
  const program = ts.createProgram({ rootNames: project.fileNames, options, host });
  kept?.startOver(program, imports, host);
  keepOnly(parsed, program);
  return { program, host };
}

/** Resolves modules as a program does by itself, and says what was found. */
function recordImports(host: ts.CompilerHost, options: ts.CompilerOptions, imports: Imports): void {
  const cache = ts.createModuleResolutionCache(
    host.getCurrentDirectory(),
    (name) => host.getCanonicalFileName(name),
    options,
  );
  host.getModuleResolutionCache = () => cache;
  host.resolveModuleNameLiterals = (literals, file, redirected, own, source) => {
    const found = literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(source, literal, own);
      return ts.resolveModuleName(literal.text, file, own, host, cache, redirected, mode);
    });
    imports.set(
      source,
      found.map(({ resolvedModule }) => resolvedModule?.resolvedFileName),
    );
    return found;
  };
}

function formatOf(how: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.ResolutionMode {
  return typeof how === "object" ? how.impliedNodeFormat : undefined;
}

function hostOver(
  files: Files,
  options: ts.CompilerOptions,
  parsed: Map<string, ts.SourceFile>,
  kept: KeptResults | undefined,
): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    // Doc comments are read by a parser of our own.
    jsDocParsingMode: ts.JSDocParsingMode.ParseForTypeErrors,
    fileExists: files.fileExists,
    readFile: files.readFile,
    directoryExists: files.directoryExists,
    getDirectories: files.getDirectories,
    realpath: files.realpath,
    getSourceFile(name, how) {
      const text = files.readFile(name);
      if (text === undefined) return undefined;
      const before = kept?.sourceFile(name) ?? parsed.get(name);
      if (before?.text === text && before.impliedNodeFormat === formatOf(how)) return before;
      const file = ts.createSourceFile(name, text, how);
      parsed.set(name, file);
      return file;
    },
  };
}
