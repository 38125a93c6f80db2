import ts from "typescript";
import type { Context } from "../context";
import { docOf } from "../docs/comments";
import { saidInDoc } from "../docs/tags";
import type { Walk } from "./walk";
import { isPlain, NO_ENV, type Env, type Written } from "./written";

/**
 * Warns where the name of a type was lost on the way to it, and an alias with limits that may have been its name
 * stands where it came from: what `infer` takes out of a type, or the checker out of a value, has no syntax.
 *
 * @param written how the type was written, as far as that could be followed
 */
export function warnOfLostLimits(walk: Walk, type: ts.Type, written: Written | undefined): void {
  if (walk.direction === "output" || (written && isUnnamed(written.node))) return;
  const kind = kindOf(walk.context, type);
  if (kind === undefined) return;
  const { context } = walk;
  const outwards = [...walk.origins].reverse();
  for (const [depth, origin] of outwards.entries()) {
    const { alias, isOpen } = context.limitedAliases.behind(origin, kind);
    if (alias !== undefined) {
      // `T` tells nobody anything: the nearest that its reader wrote.
      const told = outwards.slice(depth).find(({ node }) => !namesParameter(context, node)) ?? origin;
      walk.warnOfLost(told, alias);
    }
    // What a type parameter stands for was written farther out.
    if (alias !== undefined || !isOpen) return;
  }
}

/** Whether a type parameter is named that is declared farther out. */
function namesParameter(context: Context, whole: ts.Node): boolean {
  const isInside = (declaration: ts.Node): boolean =>
    ts.findAncestor(declaration, (around) => around === whole) !== undefined;
  const names = (node: ts.Node): boolean => {
    const { flags = 0, declarations = [] } = (ts.isIdentifier(node) && context.symbolAt(node)) || {};
    const isOuter = (flags & ts.SymbolFlags.TypeParameter) !== 0 && !declarations.some(isInside);
    return isOuter || ts.forEachChild(node, names) === true;
  };
  return names(whole);
}

/** Types of which the checker has one, whatever names people gave it. */
type Kind = "string" | "number" | "bigint" | "array";

function kindOf({ checker }: Context, type: ts.Type): Kind | undefined {
  const { flags } = type;
  if (flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping))
    return "string";
  if (flags & ts.TypeFlags.Number) return "number";
  if (flags & ts.TypeFlags.BigInt) return "bigint";
  return checker.isArrayType(type) || checker.isTupleType(type) ? "array" : undefined;
}

function isUnnamed(node: Written["node"]): boolean {
  return (
    isPlain(node) || ts.isArrayTypeNode(node) || ts.isTupleTypeNode(node) || ts.isArrayLiteralExpression(node)
  );
}

interface Behind {
  /** The name of an alias with limits. */
  alias?: string;
  /** Whether a type parameter has a part in it of which nothing there tells what it stands for. */
  isOpen: boolean;
}

interface Place {
  node: ts.Node;
  env: Env;
}

/** Finds aliases with limits by which a type may have been named. */
export class LimitedAliases {
  /** Declarations that have none behind them, by the kind of type. */
  private readonly barren = new Map<Kind, Set<ts.Node>>();
  /** Each part of what was written somewhere asks for the same. */
  private readonly known = new Map<Kind, WeakMap<Written, Behind>>();

  constructor(private readonly context: Context) {}

  /** The nearest behind what was written. */
  behind(start: Written, kind: Kind): Behind {
    const known = this.known.get(kind) ?? new WeakMap<Written, Behind>();
    this.known.set(kind, known);
    const found = known.get(start) ?? this.search(start, kind);
    known.set(start, found);
    return found;
  }

  /** Breadth first, as declarations refer to one another. */
  private search(start: Written, kind: Kind): Behind {
    const barren = this.barren.get(kind) ?? new Set<ts.Node>();
    this.barren.set(kind, barren);
    const queue: Place[] = [start];
    // What is found from a declaration does not depend on what its type parameters stand for at the start.
    const seen = { general: new Set<ts.Node>(), bound: new Set<ts.Node>() };
    let isOpen = false;
    for (const place of queue) {
      const { node, env } = place;
      const group = env === NO_ENV ? seen.general : seen.bound;
      if (group.has(node) || (env === NO_ENV && barren.has(node))) continue;
      group.add(node);
      if (ts.isTypeAliasDeclaration(node) && this.isLimited(node, kind))
        return { alias: node.name.text, isOpen };
      const symbol = ts.isIdentifier(node) ? this.context.symbolAt(node) : undefined;
      isOpen ||= symbol !== undefined && isUnbound(symbol, env, seen.general);
      queue.push(...partsOf(place), ...(symbol ? this.namedBy(symbol, env) : []));
    }
    if (!isOpen) for (const node of seen.general) barren.add(node);
    return { isOpen };
  }

  private namedBy(symbol: ts.Symbol, env: Env): Place[] {
    const given = env.get(symbol);
    if (given) return [given];
    const declarations = symbol.declarations ?? [];
    if (symbol.flags & ts.SymbolFlags.TypeParameter)
      return declarations.flatMap(sourceOfInfer).map((node) => ({ node, env }));
    if (this.context.isBuiltIn(symbol)) return [];
    return declarations.map((declaration) => ({ node: wholeOf(declaration), env: NO_ENV }));
  }

  private isLimited(alias: ts.TypeAliasDeclaration, kind: Kind): boolean {
    const type = this.context.checker.getTypeFromTypeNode(alias.type);
    if (!(type.isUnion() ? type.types : [type]).some((part) => kindOf(this.context, part) === kind))
      return false;
    if (this.context.isCore("Int", this.context.checker.getSymbolAtLocation(alias.name))) return true;
    const { description: _, ...limits } = saidInDoc(docOf(alias)) ?? {};
    return Object.keys(limits).length > 0;
  }
}

/** A type parameter whose declaration was not come by: what it stands for was given farther out. */
function isUnbound(symbol: ts.Symbol, env: Env, seen: ReadonlySet<ts.Node>): boolean {
  if (!(symbol.flags & ts.SymbolFlags.TypeParameter) || env.has(symbol)) return false;
  return (symbol.declarations ?? []).every(
    ({ parent }) => !ts.isInferTypeNode(parent) && !ts.isMappedTypeNode(parent) && !seen.has(parent),
  );
}

/** A name in a pattern has its type from what the pattern takes apart. */
function wholeOf(declaration: ts.Declaration): ts.Node {
  if (!ts.isBindingElement(declaration)) return declaration;
  const isWhole = (node: ts.Node): boolean => ts.isVariableDeclaration(node) || ts.isParameter(node);
  return ts.findAncestor(declaration, isWhole) ?? declaration;
}

/** `infer U`: what it is taken out of. */
function sourceOfInfer({ parent }: ts.Declaration): ts.TypeNode[] {
  const condition = ts.isInferTypeNode(parent) && ts.findAncestor(parent, ts.isConditionalTypeNode);
  return condition ? [condition.checkType] : [];
}

function partsOf({ node, env }: Place): Place[] {
  const parts: Place[] = [];
  ts.forEachChild(node, (child) => {
    if (makesType(node, child)) parts.push({ node: child, env });
  });
  return parts;
}

/** Whether a part of a type, declaration or value has a part in the types of it. */
function makesType(whole: ts.Node, part: ts.Node): boolean {
  if (ts.isSourceFile(whole) || ts.isModuleDeclaration(whole) || ts.isEnumDeclaration(whole)) return false;
  if (ts.isConditionalTypeNode(whole)) return part !== whole.extendsType;
  if (ts.isTypeOperatorNode(whole)) return whole.operator === ts.SyntaxKind.ReadonlyKeyword;
  if (ts.isDecorator(part)) return false;
  const { type, initializer, body } = whole as { type?: ts.Node; initializer?: ts.Node; body?: ts.Node };
  return type === undefined || (part !== initializer && part !== body);
}
