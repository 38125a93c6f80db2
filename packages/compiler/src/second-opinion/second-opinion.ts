import { dirname } from "node:path";
import ts from "typescript";
import type { Diagnostic, SkillManifest } from "@skills/core";
import { findConfig } from "../build/find-config";
import { compile } from "../compile";
import type { Context } from "../context";
import { contextsOf, ownSources } from "../contract/inspect";
import { classNameOf } from "../class-name";
import { classesIn, isTool, methodsOf, type ClassMethod } from "../discover/classes";
import { disagreements } from "./compare";
import { secondOpinionOver, type SecondOpinion } from "./generator";

export interface SecondOpinions {
  /** Absolute folder to which the diagnostics' files are relative. */
  root: string;
  /** How many parameters both generators described. */
  compared: number;
  /** One for each parameter on which they differ. */
  diagnostics: Diagnostic[];
}

/**
 * Compares the schema of every tool's parameters with that of typescript-json-schema, an independent generator. A
 * difference is no proof of an error: both are to be read. That package evaluates `@default require(…)` in the
 * sources, so this is for sources that are trusted.
 *
 * @param project a tsconfig.json or its folder. Default: the nearest one from the working directory upwards
 * @returns undefined where typescript-json-schema is not installed
 */
export function secondOpinion(project?: string): SecondOpinions | undefined {
  const config = findConfig(project).file;
  const result: SecondOpinions = {
    root: config === undefined ? process.cwd() : dirname(config),
    compared: 0,
    diagnostics: [],
  };
  if (config === undefined) return result;
  const { skills } = compile({ project: config }).manifest;
  for (const context of contextsOf(config, result.root)) {
    const ask = secondOpinionOver(context.checker);
    if (!ask) return undefined;
    for (const source of ownSources(context)) compareFile(context, source, skills, ask, result);
  }
  return result;
}

function compareFile(
  context: Context,
  source: ts.SourceFile,
  skills: readonly SkillManifest[],
  ask: SecondOpinion,
  result: SecondOpinions,
): void {
  const file = context.fileName(source);
  for (const node of classesIn(source)) {
    const skill = skills.find((each) => each.file === file && each.class === classNameOf(node));
    for (const method of methodsOf(context, node).filter((each) => isTool(context, each))) {
      const tool = skill?.tools.find((each) => each.method === method.name);
      for (const [symbol, type] of parametersOf(context, node, method)) {
        const schema = tool?.inputSchema.properties?.[symbol.name];
        if (!tool || !schema) continue;
        result.compared += 1;
        const found = disagreements({ $defs: tool.inputSchema.$defs, ...schema }, ask(type));
        const spot = { ...context.spotOf(symbol.valueDeclaration ?? node), class: classNameOf(node) };
        if (found.length > 0)
          result.diagnostics.push(differs({ ...spot, method: method.name, parameter: symbol.name }, found));
      }
    }
  }
}

/** Those that one signature tells of; overloads are joined by a rule that is ours alone. */
function parametersOf(
  { checker }: Context,
  node: ts.ClassLikeDeclaration,
  { symbol }: ClassMethod,
): [ts.Symbol, ts.Type][] {
  const type = checker.getTypeOfSymbolAtLocation(symbol, node);
  const [signature, ...more] = checker.getSignaturesOfType(type, ts.SignatureKind.Call);
  if (!signature || more.length > 0) return [];
  return signature.parameters.map((parameter) => [
    parameter,
    withoutUndefined(checker, checker.getTypeOfSymbolAtLocation(parameter, node)),
  ]);
}

/** A parameter that may be left out is another thing than one that may be undefined. */
function withoutUndefined(checker: ts.TypeChecker, type: ts.Type): ts.Type {
  const hasNull = type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Null);
  return hasNull ? type : checker.getNonNullableType(type);
}

function differs(
  spot: Pick<Diagnostic, "file" | "line" | "class" | "method" | "parameter">,
  found: readonly string[],
): Diagnostic {
  const shown = found.slice(0, MOST_SHOWN).join("; ");
  const more = found.length > MOST_SHOWN ? `; and ${String(found.length - MOST_SHOWN)} more` : "";
  return {
    code: "S243",
    severity: "warning",
    message: `parameter \`${spot.parameter ?? ""}\`: typescript-json-schema differs: ${shown}${more}`,
    ...spot,
    help: "read both schemas; report it where ours is the wrong one",
  };
}

const MOST_SHOWN = 3;
