import { dirname, resolve } from "node:path";
import type { Diagnostic, Manifest } from "@skills/core";
import { Compilation } from "../compilation";
import { explicitProblems } from "../contract/explicit-problems";
import { relativeTo } from "../context";
import type { Inputs } from "../delivery/inputs";
import { joinedManifests } from "../join-manifests";
import type { KeptProjects } from "../program/kept-results";
import { Projects, type Project } from "../program/project";
import { Recorder } from "../program/recorder";
import { withSchemaOptions, type SchemaOptions } from "../schema-options";

/** What goes into one folder. */
export interface Part {
  /** Absolute. */
  folder: string;
  /** Absolute folder to which the manifest's files are relative. */
  root: string;
  manifest: Manifest;
}

/**
 * Compiles a tsconfig.json, or the projects that a solution-style one references.
 *
 * @param out one folder for all of them, in place of each one's `outDir`
 * @param kept what earlier compiles found, for those who compile again
 */
export function compileAll(
  config: string,
  out: string | undefined,
  schemas: SchemaOptions,
  kept?: KeptProjects,
): { parts: Part[]; diagnostics: Diagnostic[]; inputs: Inputs } {
  const recorder = new Recorder();
  const projects = projectsOf(new Projects(recorder), config);
  const root = dirname(config);
  const diagnostics: Diagnostic[] = [];
  const parts = projects.map((project): Part => {
    const base = out === undefined ? project.root : root;
    const placed = { ...project, root: base };
    const result = new Compilation(placed, recorder, kept?.of(placed)).result();
    const problems = [...result.diagnostics, ...explicitProblems(result.manifest)];
    diagnostics.push(...problems.map((problem) => placedFrom(root, base, problem)));
    return {
      folder: folderOf(project, out),
      root: base,
      manifest: withSchemaOptions(result.manifest, schemas),
    };
  });
  return { parts: joined(parts), diagnostics, inputs: recorder.inputs() };
}

function projectsOf(projects: Projects, config: string, seen = new Set<string>()): Project[] {
  if (seen.has(config)) return [];
  seen.add(config);
  const project = projects.read(config);
  const isSolution = project.fileNames.length === 0 && project.references.length > 0;
  return isSolution
    ? project.references.flatMap((reference) => projectsOf(projects, reference, seen))
    : [project];
}

function folderOf({ root, options }: Project, out: string | undefined): string {
  return out === undefined ? (options.outDir ?? root) : resolve(out);
}

/** Projects that share a folder share its manifest. */
function joined(parts: readonly Part[]): Part[] {
  const byFolder = new Map<string, Part>();
  for (const part of parts) {
    const place = `${part.folder}\n${part.root}`;
    const before = byFolder.get(place);
    byFolder.set(
      place,
      before ? { ...before, manifest: joinedManifests([before.manifest, part.manifest]) } : part,
    );
  }
  return [...byFolder.values()];
}

function placedFrom(root: string, base: string, problem: Diagnostic): Diagnostic {
  return base === root
    ? problem
    : { ...problem, file: relativeTo(root, resolve(base, ...problem.file.split("/"))) };
}
