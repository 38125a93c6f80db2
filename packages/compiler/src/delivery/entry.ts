import type { Diagnostic, FunctionManifest, Manifest, SkillManifest } from "@skills/core";
import type { Inputs } from "./inputs";

/** What the compiler's process makes of a project. */
export interface Entry {
  /** Which compiler made it; another one's entry is no entry. */
  stamp: string;
  /** Absolute folder to which the manifest's files are relative. */
  root: string;
  /** The tsconfig.json, or what stands for one: one entry a project. */
  project: string;
  /** Absolute paths of the sources that this entry answers for. */
  serves: string[];
  manifest: Manifest;
  diagnostics: Diagnostic[];
  inputs: Inputs;
}

/** What an entry says of one source. */
export interface Part {
  skills: SkillManifest[];
  functions: FunctionManifest[];
  /** About its classes. */
  diagnostics: Diagnostic[];
}

/** An answer: what is said of the asked source, and of the asked name in others; with diagnostics about no class. */
export interface Found extends Part {
  /** Absolute folder to which the files are relative. */
  root: string;
}
