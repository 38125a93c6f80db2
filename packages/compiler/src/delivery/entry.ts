import type { Diagnostic, Manifest } from "@skills/core";
import type { Inputs } from "./inputs";

/** What the compiler's process hands back, and what the cache keeps. */
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

/** Whether parsed JSON has an entry's form: caches hold what other programs and versions left there. */
export function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { stamp, root, project, serves, manifest, diagnostics, inputs } = value as Partial<
    Record<keyof Entry, unknown>
  >;
  const lists = inputs as Partial<Record<keyof Inputs, unknown>> | undefined;
  return (
    [stamp, root, project].every((text) => typeof text === "string") &&
    Array.isArray(serves) &&
    Array.isArray(diagnostics) &&
    typeof manifest === "object" &&
    manifest !== null &&
    Array.isArray((manifest as { skills?: unknown }).skills) &&
    typeof lists?.recordedAt === "number" &&
    [lists.files, lists.absent, lists.listed, lists.links].every(Array.isArray)
  );
}
