import type { Diagnostic, Manifest } from "@skills/core";
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
