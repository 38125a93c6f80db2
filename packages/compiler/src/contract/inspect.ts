import { dirname } from "node:path";
import ts from "typescript";
import type { Diagnostic, Manifest, SkillManifest } from "@skills/core";
import { findConfig } from "../build/find-config";
import { compile } from "../compile";
import { Context } from "../context";
import { createProgram, isLooseNull, Projects, type Project } from "../program/project";
import { refusedByApi, type OfferedTool } from "./api-rules";
import { capabilityProblems } from "./capabilities";
import { explicitProblems } from "./explicit-problems";
import { addedFunctions, declaredTools, type AddedFunction, type DeclaredTool } from "./declared-tools";

export interface Inspection {
  /** Absolute folder to which all files are relative. */
  root: string;
  manifest: Manifest;
  /** As they would be offered, in the order of files; those of classes in the order of methods, then functions. */
  tools: OfferedTool[];
  /** Of the compiler, of what tools call, and of what the API would refuse; by file and line. */
  diagnostics: Diagnostic[];
}

/**
 * All that can be said of a project's tools without running them.
 *
 * @param project a tsconfig.json or its folder. Default: the nearest one from the working directory upwards
 */
export function inspect(project?: string): Inspection {
  const config = findConfig(project).file;
  if (config === undefined)
    return { root: process.cwd(), tools: [], ...compile({ project: project ?? "tsconfig.json" }) };
  const root = dirname(config);
  const { manifest, diagnostics } = compile({ project: config });
  const all = [...diagnostics];
  const offered: OfferedTool[] = [];
  for (const context of contextsOf(config, root)) {
    for (const source of ownSources(context)) {
      all.push(...capabilityProblems(context, source));
      offered.push(...declaredTools(context, source).flatMap((tool) => offeredTool(tool, manifest)));
      offered.push(...addedFunctions(context, source).flatMap((added) => offeredFunction(added, manifest)));
    }
  }
  const refused = refusedByApi(offered);
  // What the API refuses is told in its words.
  const isTold = ({ file, line }: Diagnostic): boolean =>
    refused.some((problem) => problem.file === file && problem.line === line);
  all.push(...refused, ...explicitProblems(manifest).filter((problem) => !isTold(problem)));
  return { root, manifest, tools: offered, diagnostics: all.sort(byPlace) };
}

/** The files are parsed already: a second program over them costs little. */
export function contextsOf(config: string, root: string, projects = new Projects(ts.sys)): Context[] {
  return leavesOf(projects, config, new Set()).map((project) => {
    const { program, host } = createProgram(project, ts.sys);
    return new Context(program, host, root, isLooseNull(project));
  });
}

function leavesOf(projects: Projects, config: string, seen: Set<string>): Project[] {
  if (seen.has(config)) return [];
  seen.add(config);
  const project = projects.read(config);
  return project.fileNames.length === 0
    ? project.references.flatMap((reference) => leavesOf(projects, reference, seen))
    : [project];
}

export function ownSources({ program }: Context): ts.SourceFile[] {
  return program
    .getSourceFiles()
    .filter(
      (source) =>
        !source.isDeclarationFile &&
        !program.isSourceFileFromExternalLibrary(source) &&
        /\bclass\b|\baddTool\b/.test(source.text),
    );
}

/** None where the compiler refused the method: it has said why. */
function offeredTool(declared: DeclaredTool, { skills }: Manifest): OfferedTool[] {
  const tool = described(declared, skills);
  const inputSchema = declared.inputSchema ?? tool?.inputSchema;
  if (!inputSchema) return [];
  const { name, description = tool?.description, strict, file, line, class: className, method } = declared;
  return [{ name, description, inputSchema, strict, spot: { file, line, class: className, method } }];
}

function offeredFunction(added: AddedFunction, { functions }: Manifest): OfferedTool[] {
  const { file, line, name, strict, function: method } = added;
  const found = functions.find((each) => each.file === file && each.line === line && each.name === method);
  const inputSchema = added.inputSchema ?? found?.inputSchema;
  if (!inputSchema) return [];
  const { description = found?.description } = added;
  return [{ name, description, inputSchema, strict, spot: { file, line, method } }];
}

function described(declared: DeclaredTool, skills: readonly SkillManifest[]) {
  return skills
    .filter((skill) => skill.file === declared.file && skill.class === declared.class)
    .flatMap(({ tools }) => tools)
    .find((tool) => tool.method === declared.method && (tool.static ?? false) === declared.static);
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
}
