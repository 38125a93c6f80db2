import ts from "typescript";
import type { Context } from "../context";
import { decoratorsFrom } from "../decorators";
import { symbolOf } from "../walk/internals";
import { isCompiledTool } from "./compiled-tools";

export interface ClassMethod {
  name: string;
  isStatic: boolean;
  symbol: ts.Symbol;
  /** Its declarations, the class's own first, then those that it overrides. */
  declarations: ts.MethodDeclaration[];
}

/** Every class of a file, wherever it is declared. */
export function classesIn(source: ts.SourceFile): ts.ClassLikeDeclaration[] {
  const found: ts.ClassLikeDeclaration[] = [];
  // Most of a file is the bodies of methods, in which the word does not occur: they are not gone through.
  const words = Array.from(source.text.matchAll(/\bclass\b/g), ({ index }) => index);
  const visit = (node: ts.Node): void => {
    if (!words.some((at) => node.pos <= at && at < node.end)) return;
    if (ts.isClassLike(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The methods of a class, inherited ones too: own first in declaration order, instance methods before statics. */
export function methodsOf(context: Context, node: ts.ClassLikeDeclaration): ClassMethod[] {
  const { checker } = context;
  const { instance, statics } = typesOfClass(context, node);
  const ancestry = ancestryOf(context, node);
  return [instance, statics].flatMap((type, index) => {
    const isStatic = index === 1;
    return checker.getPropertiesOfType(type).flatMap((symbol): ClassMethod[] => {
      if (!(symbol.flags & ts.SymbolFlags.Method)) return [];
      const declarations = ancestry.flatMap((ancestor) =>
        declaredMethods(context, ancestor, symbol.name, isStatic),
      );
      return declarations.length > 0 ? [{ name: symbol.name, isStatic, symbol, declarations }] : [];
    });
  });
}

/** Whether the method, or one that it overrides, is decorated as a tool. */
export function isTool(context: Context, { declarations }: ClassMethod): boolean {
  return declarations.some(
    (declaration) =>
      [...decoratorsFrom(context, declaration, "@skills/core")].some(({ name }) => name === "Tool") ||
      isCompiledTool(context, declaration),
  );
}

function typesOfClass(
  context: Context,
  node: ts.ClassLikeDeclaration,
): { instance: ts.Type; statics: ts.Type } {
  const { checker } = context;
  const symbol = symbolOf(node);
  return { instance: checker.getDeclaredTypeOfSymbol(symbol), statics: checker.getTypeOfSymbol(symbol) };
}

/** A class and those that it derives from, the nearest first. */
export function ancestryOf(context: Context, node: ts.ClassLikeDeclaration): ts.ClassLikeDeclaration[] {
  const { instance } = typesOfClass(context, node);
  const found = [node];
  const visit = (type: ts.Type): void => {
    if (type.isIntersection()) {
      type.types.forEach(visit);
      return;
    }
    const declaration = (type.symbol as ts.Symbol | undefined)?.declarations?.find(ts.isClassLike);
    if (!declaration || found.includes(declaration)) return;
    found.push(declaration);
    basesOf(context, type).forEach(visit);
  };
  basesOf(context, instance).forEach(visit);
  return found;
}

function basesOf(context: Context, type: ts.Type): ts.Type[] {
  const target = (type as ts.TypeReference).target as ts.InterfaceType | undefined;
  return context.checker.getBaseTypes(target ?? (type as ts.InterfaceType));
}

function declaredMethods(
  context: Context,
  node: ts.ClassLikeDeclaration,
  name: string,
  isStatic: boolean,
): ts.MethodDeclaration[] {
  return node.members.filter((member): member is ts.MethodDeclaration => {
    if (!ts.isMethodDeclaration(member)) return false;
    const memberIsStatic = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
    return memberIsStatic === isStatic && context.constants.propertyName(member.name) === name;
  });
}
