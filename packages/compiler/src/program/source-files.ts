import type ts from "typescript";

/** Sets of options whose parsed files are kept. */
const MAX_SETS = 4;

/** Options that say where files lie, not what they mean. */
const WHERE = new Set(
  "configFilePath baseUrl paths pathsBasePath rootDir rootDirs outDir declarationDir typeRoots tsBuildInfoFile".split(
    " ",
  ),
);

const bySet = new Map<string, Map<string, ts.SourceFile>>();

/**
 * Parsed files of earlier programs of this process, by their text: a watcher, and a solution of many projects, parse
 * and bind each library once. Files are shared between programs of equal options only, as their symbols depend on them.
 */
export function parsedFiles(options: ts.CompilerOptions): Map<string, ts.SourceFile> {
  const key = JSON.stringify(options, (name, value: unknown) => (WHERE.has(name) ? undefined : value));
  const files = bySet.get(key) ?? new Map<string, ts.SourceFile>();
  // The set that was used last stands last: the first is the one to forget.
  bySet.delete(key);
  bySet.set(key, files);
  for (const old of bySet.keys()) if (bySet.size > MAX_SETS) bySet.delete(old);
  return files;
}

/** Forgets the files that a program no longer has. */
export function keepOnly(files: Map<string, ts.SourceFile>, program: ts.Program): void {
  const current = new Set(program.getSourceFiles());
  for (const [name, file] of files) if (!current.has(file)) files.delete(name);
}
