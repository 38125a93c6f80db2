import { declaredTools, declarationsAlong } from "../declare/declarations";
import { framesOf, type Site } from "../declare/call-site";
import { SkillsError, type Place } from "../errors";
import type { SkillManifest, ToolManifest } from "../manifest";

/** A class as a value: what its decorators and its prototype say about it. */
export type SkillClass = (abstract new (...args: never[]) => object) & { prototype: object };

export interface DeclaredMethod {
  method: string;
  static: boolean;
}

/** The name that a class has in its source; `default` where it has none and is the file's default export. */
export function sourceName({ name }: SkillClass): string {
  return /^default_\d+$/.test(name) ? "default" : name;
}

/** The methods of a class that are tools, instance methods first. */
export function declaredMethods(skill: SkillClass): DeclaredMethod[] {
  return [
    ...[...declaredTools(skill.prototype).keys()].map((method) => ({ method, static: false })),
    ...[...declaredTools(skill).keys()].map((method) => ({ method, static: true })),
  ];
}

/** Whether a described class has exactly these tools (some of a described class's may have been refused). */
export function describesAll(tools: readonly ToolManifest[], methods: readonly DeclaredMethod[]): boolean {
  return methods.every((wanted) => findTool(tools, wanted) !== undefined);
}

/** Whether it makes no difference which of some described classes one is. */
export function haveAlikeTools(described: readonly SkillManifest[]): boolean {
  return new Set(described.map(({ tools }) => JSON.stringify(tools))).size < 2;
}

/** The error of a class that may be one of several. */
export function indistinct(skill: SkillClass, described: readonly SkillManifest[]): SkillsError {
  const places = described.map(({ class: name, file, line }) => `${name} at ${file}:${String(line)}`);
  const message = `these classes have the same methods, and nothing tells which one ${skill.name} is: ${places.join(", ")}`;
  return new SkillsError("S111", message, {
    place: siteOf(skill),
    help: 'put @Skill({ name: "…" }) on the class, or give it another name',
  });
}

export function findTool(tools: readonly ToolManifest[], wanted: DeclaredMethod): ToolManifest | undefined {
  return tools.find((tool) => tool.method === wanted.method && (tool.static ?? false) === wanted.static);
}

/** A file that passed through a decorator of the class or of its nearest decorated ancestor. */
export interface DeclarationSite {
  file: string;
  line: number;
  /** Whether the decorator stood in the class itself, not in an ancestor. */
  own: boolean;
}

export function siteOf(skill: SkillClass): DeclarationSite | undefined {
  const recorded = recordedSite(skill);
  return recorded && { ...recorded.frame, own: recorded.own };
}

/** The same as it was recorded. */
export function recordOf(skill: SkillClass): Site | undefined {
  return recordedSite(skill)?.site;
}

function recordedSite(skill: SkillClass): { site: Site; frame: Required<Place>; own: boolean } | undefined {
  for (const start of [skill.prototype, skill]) {
    for (const [at, { site }] of declarationsAlong(start)) {
      const frame = site && framesOf(site)[0];
      if (frame) return { site, frame, own: at === start };
    }
  }
  return undefined;
}
