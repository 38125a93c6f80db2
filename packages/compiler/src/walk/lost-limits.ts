import ts from "typescript";
import { docOf } from "../docs/comments";
import { saidInDoc } from "../docs/tags";
import type { Walk } from "./walk";
import { isPrimitive, referenced, type Written } from "./written";

/**
 * Warns of aliases with limits that stand in a type which is worked out, and were not followed while that was
 * described: an inferred type has no syntax, and the checker has forgotten their names.
 */
export function warnOfLostLimits(walk: Walk, { node }: Written, followed: ReadonlySet<ts.Node>): void {
  const lost = new Set<string>();
  const visit = (child: ts.Node): void => {
    const alias = ts.isTypeNode(child)
      ? referenced(walk.context, child)?.declarations?.find(ts.isTypeAliasDeclaration)
      : undefined;
    if (alias && !followed.has(alias) && hasLimits(walk, alias)) lost.add(alias.name.text);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  if (lost.size === 0) return;
  walk.warn(
    "lostLimits",
    `${walk.here()} is worked out from ${excerpt(node)}, in which the limits of ${[...lost].join(", ")} are lost`,
    "write the type that comes of it, with the names of its parts",
  );
}

function hasLimits({ context }: Walk, alias: ts.TypeAliasDeclaration): boolean {
  if (!isPrimitive(context, alias)) return false;
  if (context.isCore("Int", context.checker.getSymbolAtLocation(alias.name))) return true;
  const { description: _, ...limits } = saidInDoc(docOf(alias)) ?? {};
  return Object.keys(limits).length > 0;
}

function excerpt(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
