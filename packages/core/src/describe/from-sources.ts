import { createRequire } from "node:module";
import { resolve } from "node:path";
import { SkillsError } from "../errors";
import type { Diagnostic, Manifest, SkillManifest } from "../manifest";
import { sourceLine } from "./source-line";
import {
  haveAlikeTools,
  describesAll,
  findTool,
  indistinct,
  siteOf,
  sourceName,
  type DeclarationSite,
  type DeclaredMethod,
  type SkillClass,
} from "./class-shape";

/** As much of `@skills/compiler/on-demand` as is used here. */
export interface OnDemandCompiler {
  /** The tools of a file, and those of classes and functions of one name in its project's other files. */
  manifestForFile(
    file: string,
    name?: string,
  ): {
    manifest: Manifest;
    /** To which the manifest's and the diagnostics' files are relative. */
    root: string;
    diagnostics: Diagnostic[];
    /** The TypeScript file that the asked one came from. */
    source?: string;
  };
}

/**
 * The shape of a class as the compiler reads it from the class's own source. Undefined where there is no
 * compiler, or in production.
 *
 * @throws SkillsError with the compiler's first error about the class; S110, S111 where the class is not found
 */
export function describeFromSources(
  skill: SkillClass,
  methods: readonly DeclaredMethod[],
): SkillManifest | undefined {
  const site = siteOf(skill);
  const compiler = site && loadCompiler(site.file);
  if (!compiler) return undefined;

  const name = sourceName(skill);
  const { manifest, root, diagnostics, source } = compiler.manifestForFile(
    site.file,
    site.own ? undefined : name,
  );
  // What a class inherits is declared elsewhere: only a decorator of its own tells its file.
  const isHere = ({ file }: { file: string }): boolean =>
    !site.own || source === undefined || resolve(root, ...file.split("/")) === source;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const own = errors.filter((error) => error.class === name && isHere(error));
  // Where a method was refused, its class stands in the manifest without it.
  const isRefused = (file: string, { method }: DeclaredMethod): boolean =>
    own.some((error) => error.method === method && error.file === file);
  const candidates = manifest.skills.filter(
    (candidate) =>
      candidate.class === name &&
      isHere(candidate) &&
      methods.every((wanted) => findTool(candidate.tools, wanted) ?? isRefused(candidate.file, wanted)),
  );
  const chosen = choose(skill, candidates, site);
  if (chosen && describesAll(chosen.tools, methods)) return chosen;
  const below = own.filter(({ line }) => chosen === undefined || line >= chosen.line);
  const cause = below.find(({ method }) => methods.some((wanted) => wanted.method === method)) ?? own[0];
  if (cause) throw refused(name, cause, own.length, root);
  const general = errors.find((error) => error.class === undefined);
  if (general) throw refused(name, general, 1, root);
  throw new SkillsError("S110", `the compiler found no class ${name} with these tools in its source`, {
    place: site,
    help: "is the loaded code older than its source? Build again. A class made by a function that returns it needs a name of its own",
  });
}

function choose(
  skill: SkillClass,
  candidates: readonly SkillManifest[],
  site: DeclarationSite,
): SkillManifest | undefined {
  if (haveAlikeTools(candidates)) return candidates[0];
  const line = site.own ? sourceLine(site) : undefined;
  const byLine = line === undefined ? undefined : candidates.findLast((candidate) => candidate.line <= line);
  if (byLine) return byLine;
  throw indistinct(skill, candidates);
}

function refused(name: string, first: Diagnostic, count: number, root: string): SkillsError {
  const more = count > 1 ? ` (and ${String(count - 1)} more)` : "";
  return new SkillsError(first.code, `${name} cannot be described: ${first.message}${more}`, {
    place: { file: resolve(root, ...first.file.split("/")), line: first.line },
    help: first.help,
  });
}

/** Found from the class's own file, so that it is the user's installed one. */
export function loadCompiler(file: string): OnDemandCompiler | undefined {
  if (process.env.NODE_ENV === "production") return undefined;
  const load = createRequire(file);
  let path: string;
  try {
    path = load.resolve("@skills/compiler/on-demand");
  } catch {
    return undefined;
  }
  return load(path) as OnDemandCompiler;
}
