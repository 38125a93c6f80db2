import { dirname, join, resolve } from "node:path";
import type { Diagnostic, Manifest } from "@skills/core";
import { Cache } from "./delivery/cache";
import type { Found } from "./delivery/entry";
import { EntryFile } from "./delivery/entry-file";
import { COARSE_MS, isInDoubt, stillHolds } from "./delivery/inputs";
import { sourceOf } from "./delivery/source-of";
import { compilerStamp, DIST } from "./delivery/stamp";

/*
 * This module and what it imports never load TypeScript, and at its head stands only what a cached answer takes: a
 * process whose schemas are cached pays some milliseconds, of which each module that is loaded is one.
 */

export interface OnDemandResult {
  /** Of the asked file, and of classes and functions of the asked name in the other files of its project. */
  manifest: Manifest;
  /** Absolute folder to which the manifest's and the diagnostics' files are relative. */
  root: string;
  diagnostics: Diagnostic[];
  /** Absolute path of the TypeScript file that the asked file came from. */
  source?: string;
}

const answered = new Map<string, OnDemandResult>();

/** Output larger than this is no manifest. */
const MAX_BYTES = 1 << 30;

/**
 * The tools of a loaded module: from the cache where it still holds, else compiled now, with all others of its project,
 * in processes of its own. Never throws: what went wrong is a diagnostic.
 *
 * @param file absolute path of a module that declares skills: a `.ts` source, or compiled JavaScript
 * @param name of a class or function that is wanted wherever in the file's project it stands
 */
export function manifestForFile(file: string, name?: string): OnDemandResult {
  const path = resolve(file);
  const key = `${path}\n${name ?? ""}`;
  let result = answered.get(key);
  if (!result) {
    result = answer(path, name);
    answered.set(key, result);
  }
  return result;
}

function answer(file: string, name: string | undefined): OnDemandResult {
  const source = sourceOf(file);
  if (source.kind === "none")
    return failed(
      file,
      "noTypes",
      `nothing tells the types of this JavaScript: ${source.why}`,
      "compile with sourceMap or declaration on, or give a built manifest to useManifest(…)",
    );
  try {
    const { root, diagnostics, ...tools } = known(source.file, name) ?? compileUnderLock(source.file, name);
    return { root, manifest: { version: 1, ...tools }, diagnostics, source: source.file };
  } catch (error) {
    return failed(
      file,
      "crashed",
      error instanceof Error ? error.message : String(error),
      "report this, with the source that brought it about",
    );
  }
}

/** Entries that were found to hold: they do for this process. */
const opened: EntryFile[] = [];

function known(source: string, name: string | undefined): Found | undefined {
  const entry = opened.find(({ serves }) => serves.has(source)) ?? cachedEntry(source);
  try {
    return entry?.about(source, name);
  } catch {
    // Replaced since, or cut: as good as none.
    opened.splice(0);
    return undefined;
  }
}

function cachedEntry(source: string): EntryFile | undefined {
  const cache = Cache.for(source);
  const file = cache?.fileFor(source);
  if (!cache || file === undefined) return undefined;
  try {
    const now = Date.now();
    const heldAt = cache.heldAt(file);
    const entry = EntryFile.at(file);
    const { stamp } = entry.head;
    const inputs = { ...entry.head.inputs, recordedAt: heldAt };
    if (stamp !== compilerStamp() || !entry.serves.has(source) || !stillHolds(inputs)) return undefined;
    // Sources that had just been written when they were compiled need not be read for ever.
    if (now - heldAt > COARSE_MS && isInDoubt(inputs)) cache.renew(file, now);
    opened.push(entry);
    return entry;
  } catch {
    return undefined;
  }
}

function compileUnderLock(source: string, name: string | undefined): Found {
  const cache = Cache.for(source);
  if (!cache) return compileApart(source, name);
  const { underLock } = require("./delivery/lock") as typeof import("./delivery/lock");
  return underLock(cache.asking, () => {
    // Another process may have asked while this one waited, and what answered that one may still be at the rest.
    const compiled = underLock(cache.compiling, () => known(source, name));
    return compiled ?? compileApart(source, name);
  });
}

/** In processes of their own: free of the test runner's sandbox, of loaders, and of this process's memory. */
function compileApart(source: string, name: string | undefined): Found {
  const { spawnSync } = require("node:child_process") as typeof import("node:child_process");
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, signal, stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(DIST, "first-answer.js"), source, ...(name === undefined ? [] : [name])],
    {
      // Not this process's folder, which may be gone, and in which other types may be found.
      cwd: dirname(source),
      maxBuffer: MAX_BYTES,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    },
  );
  if (error) throw error;
  if (status !== 0)
    throw new Error(
      `the compiler's process ended with ${signal ?? String(status)}: ${stderr.toString().trim()}`,
    );
  return JSON.parse(stdout.toString()) as Found;
}

function failed(file: string, problem: "noTypes" | "crashed", message: string, help: string): OnDemandResult {
  const { diagnostic } = require("./problems") as typeof import("./problems");
  const root = dirname(file);
  const spot = { file: file.slice(root.length + 1), line: 1 };
  return {
    root,
    manifest: { version: 1, skills: [], functions: [] },
    diagnostics: [diagnostic(problem, spot, message, help)],
  };
}
