import { dirname } from "node:path";
import ts from "typescript";
import type { Diagnostic, SkillManifest, ToolManifest } from "@skills/core";
import { findConfig } from "../build/find-config";
import { compile } from "../compile";
import type { Context } from "../context";
import { ownSources } from "../contract/inspect";
import { classNameOf } from "../class-name";
import { classesIn, isTool, methodsOf, type ClassMethod } from "../discover/classes";
import { docOf } from "../docs/comments";
import type { DocText } from "../docs/jsdoc";
import { saidInParam } from "../said/param-options";
import { NO_ENV } from "../walk/written";
import { writtenOf } from "../walk/written-values";
import { differences, type Difference } from "./compare";
import { explain } from "./explain";
import { secondOpinionOver, type SecondOpinion } from "./generator";
import { modernized } from "./modernize";
import { withoutUndefined, type Place } from "./place";
import { contextsWithDocs } from "./program";
import { REASONS, type Reason } from "./reasons";

type Spot = Pick<Diagnostic, "file" | "line" | "class" | "method" | "parameter">;

/** Where the two differ because the other generator is known to be wrong. */
export interface ExplainedDifference extends Spot {
  /** Below the parameter: `address.city`, `items[]`; empty for the whole. */
  path: string;
  reason: Reason;
  /** The reason in words. */
  why: string;
}

export interface SecondOpinions {
  /** Absolute folder to which all files are relative. */
  root: string;
  /** How many parameters both generators were asked for. */
  compared: number;
  /** On how many of them they agree. */
  alike: number;
  explained: ExplainedDifference[];
  /** One for each parameter with differences for which no known reason accounts. */
  diagnostics: Diagnostic[];
}

/**
 * Compares the schema of every tool's parameters with that of typescript-json-schema, an independent generator. A
 * difference for which nothing accounts is no proof of an error, but both schemas are to be read. That package
 * evaluates `@default require(…)` in the sources, so this is for sources that are trusted.
 *
 * @param project a tsconfig.json or its folder. Default: the nearest one from the working directory upwards
 * @returns undefined where typescript-json-schema is not installed
 */
export function secondOpinion(project?: string): SecondOpinions | undefined {
  const config = findConfig(project).file;
  const root = config === undefined ? process.cwd() : dirname(config);
  const result: SecondOpinions = { root, compared: 0, alike: 0, explained: [], diagnostics: [] };
  if (config === undefined) return result;
  const { skills } = compile({ project: config }).manifest;
  for (const context of contextsWithDocs(config, root)) {
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
    const name = classNameOf(node);
    const skill = skills.find((each) => each.file === file && each.class === name);
    for (const method of methodsOf(context, node).filter((each) => isTool(context, each))) {
      const tool = skill?.tools.find((each) => each.method === method.name);
      for (const parameter of parametersOf(context, node, method)) {
        const place = tool && placeOf(context, tool, parameter, ask);
        if (!place) continue;
        const declaration = parameter.valueDeclaration ?? node;
        const spot = {
          ...context.spotOf(declaration),
          class: name,
          method: method.name,
          parameter: parameter.name,
        };
        comparePlace(place, { context, ask, docs: docsOf(method, parameter) }, spot, result);
      }
    }
  }
}

function comparePlace(
  place: Place,
  known: Parameters<typeof explain>[1],
  spot: Spot,
  result: SecondOpinions,
): void {
  result.compared += 1;
  if (differences(place.ours, place.theirs).length === 0) {
    result.alike += 1;
    return;
  }
  const { reasons, unexplained } = explain(place, known);
  if (unexplained.length > 0) result.diagnostics.push(differs(spot, unexplained));
  for (const { path, reason } of reasons) {
    const isTold = result.explained.some(
      (each) => each.path === path && each.reason === reason && isSameSpot(each, spot),
    );
    if (!isTold) result.explained.push({ ...spot, path, reason, why: REASONS[reason] });
  }
}

function isSameSpot(a: Spot, b: Spot): boolean {
  return (
    a.file === b.file &&
    a.line === b.line &&
    a.class === b.class &&
    a.method === b.method &&
    a.parameter === b.parameter
  );
}

/** Those that one signature tells of; overloads are joined by a rule that is ours alone. */
function parametersOf(
  { checker }: Context,
  node: ts.ClassLikeDeclaration,
  { symbol }: ClassMethod,
): readonly ts.Symbol[] {
  const type = checker.getTypeOfSymbolAtLocation(symbol, node);
  const [signature, ...more] = checker.getSignaturesOfType(type, ts.SignatureKind.Call);
  return signature && more.length === 0 ? signature.parameters : [];
}

function placeOf(
  context: Context,
  { inputSchema }: ToolManifest,
  parameter: ts.Symbol,
  ask: SecondOpinion,
): Place | undefined {
  const schema = inputSchema.properties?.[parameter.name];
  const declaration = parameter.valueDeclaration;
  if (!schema || !declaration) return undefined;
  const type = withoutUndefined(context, context.checker.getTypeOfSymbolAtLocation(parameter, declaration));
  return {
    path: "",
    type,
    written: writtenOf(context, declaration, NO_ENV),
    said: [saidInParam(context, declaration)?.said],
    ours: modernized({ $defs: inputSchema.$defs, ...schema }),
    theirs: ask(type),
  };
}

/** What the comments of a method, and of those that it overrides, say of a parameter: by the path below it. */
function docsOf({ declarations }: ClassMethod, { name }: ts.Symbol): Map<string, DocText> {
  const found = new Map<string, DocText>();
  for (const declaration of declarations)
    for (const [path, text] of docOf(declaration)?.params ?? []) {
      const inner =
        path === name ? "" : path.startsWith(`${name}.`) ? path.slice(name.length + 1) : undefined;
      if (inner !== undefined && !found.has(inner)) found.set(inner, text);
    }
  return found;
}

function differs(spot: Spot, found: readonly Difference[]): Diagnostic {
  const shown = found
    .slice(0, MOST_SHOWN)
    .map(({ path, what }) => (path === "" ? what : `${path}: ${what}`))
    .join("; ");
  const more = found.length > MOST_SHOWN ? `; and ${String(found.length - MOST_SHOWN)} more` : "";
  return {
    code: "S243",
    severity: "warning",
    message: `parameter \`${spot.parameter ?? ""}\`: typescript-json-schema differs, and no known reason accounts for it: ${shown}${more}`,
    ...spot,
    help: "read both schemas against the type; report it where ours is the wrong one",
  };
}

const MOST_SHOWN = 3;
