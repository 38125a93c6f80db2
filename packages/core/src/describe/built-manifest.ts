import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { framesOf, loadedFile, type Site } from "../declare/call-site";
import { SkillsError } from "../errors";
import type { Manifest, SkillManifest, ToolManifest } from "../manifest";
import { sourceHash } from "../source-hash";
import { store } from "../store";
import {
  haveAlikeTools,
  declaredMethods,
  indistinct,
  recordOf,
  siteOf,
  sourceName,
  type DeclaredMethod,
  type SkillClass,
} from "./class-shape";
import { emittedParams } from "./emitted-types";
import { isManifest } from "./is-manifest";
import { nearestTo } from "./nearest-file";

/** What `skills build` writes next to the output. */
export const MANIFEST_FILE = "skills.manifest.json";

/** A built manifest and where it stands. */
export interface BuiltManifest {
  manifest: Manifest;
  /** Absolute; undefined for one that `useManifest` was given. */
  file?: string;
}

const found = new Map<string, BuiltManifest | undefined>();

/**
 * The manifest that was built for the file of a call: the nearest above it, within its package. Of a call that shows as
 * its source, the one above the file that was loaded.
 *
 * @throws SkillsError S115 where it cannot be read
 */
export function builtManifestFor(site: Site): BuiltManifest | undefined {
  const shown = framesOf(site)[0]?.file;
  if (shown === undefined) return undefined;
  return inFolder(dirname(shown)) ?? inFolder(dirname(loadedFile(site) ?? shown));
}

function inFolder(folder: string): BuiltManifest | undefined {
  if (found.has(folder)) return found.get(folder);
  const file = join(folder, MANIFEST_FILE);
  const parent = dirname(folder);
  const isLast = parent === folder || existsSync(join(folder, "package.json"));
  const built = existsSync(file) ? { manifest: read(file), file } : isLast ? undefined : inFolder(parent);
  found.set(folder, built);
  return built;
}

function read(file: string): Manifest {
  try {
    return checkedManifest(JSON.parse(readFileSync(file, "utf8")), file);
  } catch (error) {
    if (error instanceof SkillsError) throw error;
    throw unreadable(file, error);
  }
}

/** @throws SkillsError S115 where it is no manifest of this version */
export function checkedManifest(manifest: unknown, file?: string): Manifest {
  if (isManifest(manifest)) return manifest;
  throw unreadable(file);
}

function unreadable(file: string | undefined, cause?: unknown): SkillsError {
  return new SkillsError("S115", "this is no manifest that this version of @skills/core reads", {
    place: file === undefined ? undefined : { file },
    help: "run `skills build` again, with the @skills/compiler of the same version",
    cause,
  });
}

/**
 * The class's entry, once it is known to fit: the same tools with as many parameters, made from the sources as they
 * are now, where these are there.
 *
 * @throws SkillsError S111 where several fit, S116 where the class has changed since the manifest was built
 */
export function fittingEntry(
  { manifest, file }: BuiltManifest,
  skill: SkillClass,
): SkillManifest | undefined {
  const methods = declaredMethods(skill);
  const named = entriesNamedAs(skill, manifest);
  const fitting = named.filter(({ tools }) => misfit(skill, tools, methods) === undefined);
  const entry = haveAlikeTools(fitting) ? fitting[0] : entryOfFile(skill, fitting);
  const why = entry
    ? sourceChange(entry, manifest, file)
    : named[0] && misfit(skill, named[0].tools, methods);
  if (why === undefined) return entry;
  throw new SkillsError("S116", `the built manifest does not fit ${skill.name}: ${why}`, {
    place: siteOf(skill),
    help: "run `skills build` after each change, as you run the compiler",
  });
}

/** An entry that has just the class's tools, and no name that would have found it. */
export function likelyEntry(skill: SkillClass): SkillManifest | undefined {
  const methods = declaredMethods(skill);
  const site = recordOf(skill);
  const beside = site && builtManifestFor(site);
  return [...store.manifests, ...(beside ? [beside.manifest] : [])]
    .flatMap(({ skills }) => skills)
    .find(({ name, tools }) => name === undefined && misfit(skill, tools, methods) === undefined);
}

/** By the name that its `@Skill` gives it, where it gives one; else, or where several have it, by the class's own. */
function entriesNamedAs(skill: SkillClass, { skills }: Manifest): SkillManifest[] {
  const given = store.declarations.get(skill.prototype)?.skill?.name;
  const byGiven = given === undefined ? [] : skills.filter(({ name }) => name === given);
  const byOwn = (byGiven.length > 0 ? byGiven : skills).filter((entry) => entry.class === sourceName(skill));
  return byOwn.length > 0 ? byOwn : byGiven;
}

/** @throws SkillsError S111 where the loaded file's path does not tell which of several it is */
function entryOfFile(skill: SkillClass, entries: readonly SkillManifest[]): SkillManifest {
  const site = siteOf(skill);
  const [entry, ...others] = site?.own ? nearestTo(site.file, entries) : [];
  if (!entry || others.length > 0) throw indistinct(skill, entries);
  return entry;
}

function misfit(
  skill: SkillClass,
  tools: readonly ToolManifest[],
  methods: readonly DeclaredMethod[],
): string | undefined {
  const key = (method: string, isStatic = false): string => `${isStatic ? "static " : ""}${method}`;
  const described = new Map(tools.map((tool) => [key(tool.method, tool.static), tool]));
  for (const { method, static: isStatic } of methods) {
    const tool = described.get(key(method, isStatic));
    if (!tool) return `it has no tool ${key(method, isStatic)}`;
    described.delete(key(method, isStatic));
    const count = emittedParams(isStatic ? skill : skill.prototype, method)?.length;
    if (count !== undefined && count !== tool.params.length)
      return `${method} has ${String(count)} parameters, and it says ${String(tool.params.length)}`;
  }
  const [gone] = described.keys();
  return gone === undefined ? undefined : `it has a tool ${gone}, which the class does not have`;
}

function sourceChange(
  entry: SkillManifest,
  { root = ".", sources = {} }: Manifest,
  file: string | undefined,
): string | undefined {
  const built = sources[entry.file];
  if (file === undefined || built === undefined) return undefined;
  const source = resolve(dirname(file), root, ...entry.file.split("/"));
  return existsSync(source) && sourceHash(readFileSync(source)) !== built
    ? `${entry.file} has changed`
    : undefined;
}
