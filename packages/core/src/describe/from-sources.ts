import { createRequire } from "node:module";
import { resolve, sep } from "node:path";
import { SkillsError } from "../errors";
import type { Diagnostic, Manifest, SkillManifest } from "../manifest";
import {
  describesAll,
  siteOf,
  type DeclarationSite,
  type DeclaredMethod,
  type SkillClass,
} from "./class-shape";

/** As much of `@skills/compiler/on-demand` as is used here. */
export interface OnDemandCompiler {
  manifestForFile(file: string): { manifest: Manifest; root: string; diagnostics: Diagnostic[] };
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

  const { manifest, root, diagnostics } = compiler.manifestForFile(site.file);
  const own = diagnostics.filter(({ severity, class: name }) => severity === "error" && name === skill.name);
  const named = manifest.skills.filter((candidate) => candidate.class === skill.name);
  const candidates = named.filter(({ tools }) => describesAll(tools, methods));
  const chosen = choose(skill, candidates, site, root);
  if (chosen) return chosen;

  const cause = own.find(({ method }) => methods.some((wanted) => wanted.method === method)) ?? own[0];
  if (cause) throw refused(skill, cause, own.length, root);
  const general = diagnostics.find(({ severity, class: name }) => severity === "error" && name === undefined);
  if (general) throw refused(skill, general, 1, root);
  throw new SkillsError("S110", `the compiler found no class ${skill.name} with these tools in its source`, {
    place: site,
    help: "is the loaded code older than its source? Build again. A class made by a function that returns it needs a name of its own",
  });
}

function choose(
  skill: SkillClass,
  candidates: readonly SkillManifest[],
  site: DeclarationSite,
  root: string,
): SkillManifest | undefined {
  if (candidates.length < 2) return candidates[0];
  const source = sourceOf(site.file);
  const inFile = candidates.filter(({ file }) => sourceOf(resolve(root, ...file.split("/"))) === source);
  const near = inFile.length > 0 && site.own ? inFile : candidates;
  const [first, ...others] = near;
  const alike = others.every((other) => JSON.stringify(other.tools) === JSON.stringify(first?.tools));
  if (alike) return first;
  const byLine = near.findLast(({ line }) => line <= site.line);
  if (site.own && byLine) return byLine;
  throw new SkillsError(
    "S111",
    `${String(near.length)} classes named ${skill.name} have the same methods, and nothing tells which one this is`,
    { place: site, help: "put @Skill() on the class, or give it another name" },
  );
}

/** Compares a source with what it was compiled to: the base name without its extension. */
function sourceOf(file: string): string {
  return file.slice(file.lastIndexOf(sep) + 1).replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
}

function refused(skill: SkillClass, first: Diagnostic, count: number, root: string): SkillsError {
  const more = count > 1 ? ` (and ${String(count - 1)} more)` : "";
  return new SkillsError(first.code, `${skill.name} cannot be described: ${first.message}${more}`, {
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
