import { resolve } from "node:path";
import { compileProject } from "../compile";
import type { Entry } from "./entry";
import { Projects, type Project } from "../program/project";
import { Recorder } from "../program/recorder";

/**
 * Compiles the project of one file.
 *
 * @param file absolute path of a source or of declarations
 * @param stamp names the compiler; goes into the entry as it is
 */
export function entryFor(file: string, stamp: string): Entry {
  const recorder = new Recorder();
  const projects = new Projects(recorder);
  const project = projects.of(file);
  const isListed = project.config !== undefined && projects.read(project.config).fileNames.includes(file);
  const isDeclared = /\.d\.[cm]?ts$/.test(file);
  const { manifest, diagnostics } = compileProject(project, recorder, isDeclared ? [file] : undefined);
  const withTools = [...manifest.skills, ...manifest.functions, ...diagnostics].map((place) =>
    resolve(project.root, place.file),
  );
  const served =
    isListed && !isDeclared ? [...new Set(withTools)].filter((other) => isOf(projects, project, other)) : [];
  return {
    stamp,
    root: project.root,
    project: isListed && !isDeclared ? (project.config ?? file) : file,
    serves: [...new Set([file, ...served])],
    manifest,
    diagnostics,
    inputs: recorder.inputs(),
  };
}

/** A file of a nearer project is that one's to answer for, also where this one imports it. */
function isOf(projects: Projects, { config }: Project, file: string): boolean {
  return /\.[cm]?tsx?$/.test(file) && projects.of(file).config === config;
}
