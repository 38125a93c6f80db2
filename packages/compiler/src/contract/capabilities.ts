import ts from "typescript";
import { wireForm, type Diagnostic } from "@skills/core";
import type { Context } from "../context";
import { skillOptionsOf } from "../decorators";
import { classNameOf } from "../class-name";
import { ancestryOf, classesIn } from "../discover/classes";
import { isCompiledTool } from "../discover/compiled-tools";

/**
 * Calls of `context.tools` in the bodies of a file's classes that the class's `@Skill({ uses })` does not allow. A
 * name that is computed is only known at run time, where it is judged again: a warning.
 */
export function capabilityProblems(context: Context, source: ts.SourceFile): Diagnostic[] {
  if (!/\b(?:call|schema)\b/.test(source.text)) return [];
  return classesIn(source).flatMap((node) => {
    const uses = usesOf(context, node);
    return referencesIn(context, node).flatMap(({ at, name, method }): Diagnostic[] => {
      const spot = { ...context.spotOf(at), class: classNameOf(node), ...(method ? { method } : {}) };
      if (name === undefined || uses === undefined) return [unknown(spot, name)];
      return uses.some((used) => sameTool(used, name)) ? [] : [denied(spot, name, uses)];
    });
  });
}

type Spot = Pick<Diagnostic, "file" | "line" | "class" | "method">;

function denied(spot: Spot, name: string, uses: readonly string[]): Diagnostic {
  const may = uses.length === 0 ? "it names none" : `it names ${uses.join(", ")}`;
  return {
    code: "S230",
    severity: "error",
    message: `${name} is not among the tools that ${spot.class ?? "this class"} may call: ${may} (E0012)`,
    ...spot,
    help: `add it to the class: @Skill({ uses: ["${name}"] })`,
  };
}

function unknown(spot: Spot, name: string | undefined): Diagnostic {
  return {
    code: "S231",
    severity: "warning",
    message:
      name === undefined
        ? "the tool that is called here is only known at run time"
        : `whether ${spot.class ?? "this class"} may call ${name} is only known at run time: its uses are no constant`,
    ...spot,
    help: "write names of tools as literals or constants, so that they can be checked before they run",
  };
}

/** A declared name and its name on the wire are one tool's. */
function sameTool(a: string, b: string): boolean {
  return wireForm(a) === wireForm(b);
}

/** What a class and those that it derives from name, as at run time. Undefined where that is no constant. */
function usesOf(context: Context, node: ts.ClassLikeDeclaration): string[] | undefined {
  const named = ancestryOf(context, node).map((ancestor) =>
    isCompiledSkill(context, ancestor) ? undefined : ownUsesOf(context, ancestor),
  );
  return named.every((uses) => uses !== undefined) ? named.flat() : undefined;
}

/** What it names stands in compiled code, which is not evaluated. */
function isCompiledSkill(context: Context, node: ts.ClassLikeDeclaration): boolean {
  return node.members.some((member) => ts.isMethodDeclaration(member) && isCompiledTool(context, member));
}

function ownUsesOf(context: Context, node: ts.ClassLikeDeclaration): string[] | undefined {
  const options = skillOptionsOf(context, node) ?? {};
  if (!("uses" in options)) return [];
  return Array.isArray(options.uses) && options.uses.every((each) => typeof each === "string")
    ? options.uses
    : undefined;
}

interface Reference {
  at: ts.Node;
  /** The tool's name; undefined where it is computed. */
  name: string | undefined;
  method?: string;
}

function referencesIn(context: Context, holder: ts.ClassLikeDeclaration): Reference[] {
  const found: Reference[] = [];
  const visit = (node: ts.Node, method: string | undefined): void => {
    // A class inside a class has uses of its own.
    if (ts.isClassLike(node)) return;
    const inside =
      ts.isMethodDeclaration(node) && node.parent === holder
        ? context.constants.propertyName(node.name)
        : method;
    if (ts.isCallExpression(node) && isToolCall(context, node)) {
      const [named] = node.arguments;
      const value = named && context.constants.evaluate(named)?.value;
      found.push({ at: named ?? node, name: typeof value === "string" ? value : undefined, method: inside });
    }
    ts.forEachChild(node, (child) => {
      visit(child, inside);
    });
  };
  for (const member of holder.members) visit(member, undefined);
  return found;
}

/**
 * Whether it is `call` or `schema` of core's `ToolCalls`, however it was reached: by its name, by an element's
 * (`tools["call"]`), or under a name of its own (`const { call } = context.tools`).
 */
function isToolCall(context: Context, node: ts.CallExpression): boolean {
  const declaration = context.checker.getResolvedSignature(node)?.declaration;
  if (!declaration || !ts.isMethodSignature(declaration)) return false;
  const { parent } = declaration;
  return (
    ts.isInterfaceDeclaration(parent) &&
    ["call", "schema"].includes(declaration.name.getText()) &&
    context.isCore("ToolCalls", context.symbolAt(parent.name))
  );
}
