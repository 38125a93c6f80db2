import ts from "typescript";
import type { SkillManifest, ToolManifest } from "@skills/core";
import type { Context } from "../context";
import { skillOptionsOf } from "../decorators";
import { NO_ENV, withConstraints } from "../walk/written";
import { envInDeclaration } from "../walk/written-members";
import { describeCallable } from "./callable";
import { classNameOf } from "../class-name";
import { classesIn, isTool, methodsOf, type ClassMethod } from "./classes";

/** The classes of a file that have tools. Of declaration files, every class and method: decorators leave no trace there. */
export function skillsIn(context: Context, source: ts.SourceFile): SkillManifest[] {
  return classesIn(source).flatMap((node): SkillManifest[] => {
    const methods = methodsOf(context, node).filter((method) =>
      source.isDeclarationFile ? isPublic(method) : isTool(context, method),
    );
    if (methods.length === 0) return [];
    const { file, line } = context.spotOf(node);
    const className = classNameOf(node);
    const name = skillOptionsOf(context, node)?.name;
    const tools = methods.flatMap((method) => describeTool(context, node, className, method) ?? []);
    return [{ class: className, ...(typeof name === "string" ? { name } : {}), file, line, tools }];
  });
}

function isPublic({ declarations }: ClassMethod): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return declarations.every((declaration) => (ts.getCombinedModifierFlags(declaration) & hidden) === 0);
}

function describeTool(
  context: Context,
  node: ts.ClassLikeDeclaration,
  className: string,
  method: ClassMethod,
): ToolManifest | undefined {
  const { name, isStatic, symbol, declarations } = method;
  const [own] = declarations;
  const isInherited = own?.parent !== node;
  const type = context.checker.getTypeOfSymbolAtLocation(symbol, node);
  const described = describeCallable({
    context,
    signatures: context.checker.getSignaturesOfType(type, ts.SignatureKind.Call),
    declarations,
    location: node,
    envOf: (holder) =>
      envInDeclaration(context, holder, node, withConstraints(context, node, NO_ENV)) ?? NO_ENV,
    emitsTypes: declarations.some(
      (declaration) => declaration.parent === own?.parent && (ts.getDecorators(declaration) ?? []).length > 0,
    ),
    spot: { ...context.spotOf(isInherited || !own ? node : own.name), class: className, method: name },
  });
  return described && { method: name, ...(isStatic ? { static: true as const } : {}), ...described };
}
