import { dirname, join, resolve } from "node:path";
import type { Diagnostic, Manifest } from "@skills/core";
import { Cache } from "./delivery/cache";
import { isEntry, type Entry } from "./delivery/entry";
import { stillHolds } from "./delivery/inputs";
import { underLock } from "./delivery/lock";
import { sourceOf } from "./delivery/source-of";
import { compilerStamp, DIST } from "./delivery/stamp";
import { diagnostic } from "./problems";

/*
 * This module and what it imports never load TypeScript: a process whose schemas are cached pays some milliseconds.
 */

export interface OnDemandResult {
  /** Of the whole project that the file belongs to. */
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
 * The manifest of the project that a loaded module belongs to: from the cache where it still holds, else compiled
 * now, in a process of its own. Never throws: what went wrong is a diagnostic.
 *
 * @param file absolute path of a module that declares skills: a `.ts` source, or compiled JavaScript
 */
export function manifestForFile(file: string): OnDemandResult {
  const path = resolve(file);
  let result = answered.get(path);
  if (!result) {
    result = answer(path);
    answered.set(path, result);
  }
  return result;
}

function answer(file: string): OnDemandResult {
  const source = sourceOf(file);
  if (source.kind === "none")
    return failed(
      file,
      "noTypes",
      `nothing tells the types of this JavaScript: ${source.why}`,
      "compile with sourceMap or declaration on, or give a built manifest to useManifest(…)",
    );
  try {
    const { root, manifest, diagnostics } = cachedEntry(source.file) ?? compileUnderLock(source.file);
    return { root, manifest, diagnostics, source: source.file };
  } catch (error) {
    return failed(
      file,
      "crashed",
      error instanceof Error ? error.message : String(error),
      "report this, with the source that brought it about",
    );
  }
}

function cachedEntry(source: string, cache = Cache.for(source)): Entry | undefined {
  const entry = cache?.read(source);
  return entry && entry.stamp === compilerStamp() && stillHolds(entry.inputs) ? entry : undefined;
}

function compileUnderLock(source: string): Entry {
  const cache = Cache.for(source);
  if (!cache) return compileApart(source);
  return underLock(cache.lock, () => {
    // Another process may have compiled while this one waited.
    const made = cachedEntry(source, cache);
    if (made) return made;
    const entry = compileApart(source);
    cache.write(entry);
    return entry;
  });
}

/** A process of its own: free of the test runner's sandbox, of loaders, and of this process's memory. */
function compileApart(source: string): Entry {
  // Not needed where the cache answers, and not quickly loaded.
  const { spawnSync } = require("node:child_process") as typeof import("node:child_process");
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, signal, stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(DIST, "worker.js"), source, compilerStamp()],
    { encoding: "utf8", maxBuffer: MAX_BYTES, env, stdio: ["ignore", "pipe", "pipe"] },
  );
  if (error) throw error;
  if (status !== 0)
    throw new Error(`the compiler's process ended with ${signal ?? String(status)}: ${stderr.trim()}`);
  const entry: unknown = JSON.parse(stdout);
  if (!isEntry(entry)) throw new Error("the compiler's process gave no entry");
  return entry;
}

function failed(file: string, problem: "noTypes" | "crashed", message: string, help: string): OnDemandResult {
  const root = dirname(file);
  const spot = { file: file.slice(root.length + 1), line: 1 };
  return {
    root,
    manifest: { version: 1, skills: [], functions: [] },
    diagnostics: [diagnostic(problem, spot, message, help)],
  };
}
