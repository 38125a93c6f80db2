import { resolve } from "node:path";
import { Compilation } from "../compilation";
import { Projects, type Project } from "../program/project";
import { Recorder } from "../program/recorder";
import type { Entry, Found } from "./entry";

/** The project of one file, compiled for who asks for that file. */
export class AskedProject {
  private readonly recorder = new Recorder();
  private readonly projects = new Projects(this.recorder);
  private readonly project: Project;
  private readonly compilation: Compilation;

  /** @param file absolute path of a source or of declarations */
  constructor(private readonly file: string) {
    this.project = this.projects.of(file);
    this.compilation = new Compilation(this.project, this.recorder);
  }

  /** What is said of the file itself, for which no other is described. */
  found(): Found {
    const { manifest, diagnostics } = this.compilation.result([this.file]);
    const { skills, functions } = manifest;
    return { root: this.project.root, skills, functions, diagnostics };
  }

  /** @param stamp names the compiler; goes into the entry as it is */
  entry(stamp: string): Entry {
    const { file, project, projects } = this;
    const isDeclared = /\.d\.[cm]?ts$/.test(file);
    const isListed =
      !isDeclared && project.config !== undefined && projects.read(project.config).fileNames.includes(file);
    const { manifest, diagnostics } = this.compilation.result(isDeclared ? [file] : undefined);
    const withTools = [...manifest.skills, ...manifest.functions, ...diagnostics].map((place) =>
      resolve(project.root, place.file),
    );
    const served = isListed ? withTools.filter((other) => this.isOwn(other)) : [];
    return {
      stamp,
      root: project.root,
      project: isListed ? (project.config ?? file) : file,
      serves: [...new Set([file, ...served])],
      manifest,
      diagnostics,
      inputs: this.recorder.inputs(),
    };
  }

  /** A file of a nearer project is that one's to answer for, also where this one imports it. */
  private isOwn(file: string): boolean {
    return /\.[cm]?tsx?$/.test(file) && this.projects.of(file).config === this.project.config;
  }
}
