import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  MANIFEST_FILE,
  sourceHash,
  standaloneValidators,
  VALIDATORS_FILE,
  type Manifest,
} from "@skills/core";
import { relativeTo } from "../context";
import type { Output } from "./builder";
import { writeWhole } from "./write-whole";
import type { Part } from "./compile-all";

/** The files of one folder; none, and none left from before, where there are no tools. */
export function writeOutputs({ folder, root, manifest }: Part, validators?: Map<string, string>): Output[] {
  const files = [MANIFEST_FILE, VALIDATORS_FILE].map((name) => join(folder, name));
  const [manifestFile = "", validatorsFile = ""] = files;
  if (manifest.skills.length === 0 && manifest.functions.length === 0 && !manifest.explicit) {
    for (const file of files) rmSync(file, { force: true });
    return [];
  }
  const placed: Manifest = {
    ...manifest,
    root: relativeTo(folder, root) || ".",
    sources: sourcesOf(manifest, root),
  };
  mkdirSync(folder, { recursive: true });
  // The validators first: a manifest that is there has them.
  return [
    writeWhole(validatorsFile, standaloneValidators(manifest, validators)),
    writeWhole(manifestFile, textOf(placed)),
  ].reverse();
}

/** JSON, a class or function a line: in pieces, as it is long. */
function* textOf({ skills, functions, ...rest }: Manifest): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"skills":[`;
  for (const [at, skill] of skills.entries()) yield `${at === 0 ? "" : ","}\n${JSON.stringify(skill)}`;
  yield '],"functions":[';
  for (const [at, described] of functions.entries())
    yield `${at === 0 ? "" : ","}\n${JSON.stringify(described)}`;
  yield "]}\n";
}

function sourcesOf({ skills, functions }: Manifest, root: string): { [file: string]: string } {
  const files = [...new Set([...skills, ...functions].map(({ file }) => file))].sort();
  return Object.fromEntries(
    files.map((file) => [file, sourceHash(readFileSync(resolve(root, ...file.split("/"))))]),
  );
}
