import ts from "typescript";
import { isJson } from "../constants";
import { namesInstance, saidOfProperty } from "../said/said-of";
import { applySaid } from "./constraints";
import type { Walk, ValueShape } from "./walk";
import { writtenMember, type Written } from "./written";

const NOT_PUBLIC = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

/** What JSON never shows of an object: private members, symbols, methods and getters of classes. */
export function isHidden(walk: Walk, member: ts.Symbol): boolean {
  if (/^__[#@]/.test(member.escapedName as string)) return true;
  return (member.declarations ?? []).some(
    (declaration) =>
      (ts.getCombinedModifierFlags(declaration) & NOT_PUBLIC) !== 0 ||
      ts.isMethodDeclaration(declaration) ||
      isComputedMember(walk, member, declaration),
  );
}

/** A getter of a class stands on its prototype, where JSON does not look. With a setter it takes input. */
function isComputedMember(walk: Walk, member: ts.Symbol, declaration: ts.Declaration): boolean {
  if (!ts.isGetAccessorDeclaration(declaration) || !ts.isClassLike(declaration.parent)) return false;
  return walk.direction === "output" || !member.declarations?.some(ts.isSetAccessorDeclaration);
}

/** One member of the object type `owner`; undefined where the object is complete without it. */
export function describeMember(
  walk: Walk,
  member: ts.Symbol,
  owner: ts.Type,
  written: Written | undefined,
): ValueShape | undefined {
  const { checker } = walk.context;
  const type = checker.getTypeOfSymbol(member);
  const declaration = member.valueDeclaration ?? member.declarations?.[0];
  const mayLack = (member.flags & ts.SymbolFlags.Optional) !== 0;
  if (isAbsent(walk, type, mayLack, declaration)) return undefined;

  const said = saidOfProperty(walk.context, member);
  const value = walk.withInstances(namesInstance(walk.context, declaration), () =>
    walk.value(type, writtenMember(walk.context, declaration, owner, written)),
  );
  refuseName(walk, member.name);
  const initial = initializerOf(declaration);
  const constant = initial && walk.context.constants.evaluate(initial);
  if (constant && constant.value !== undefined && isJson(constant.value)) said.default ??= constant;
  return {
    shape: applySaid(walk, value.shape, said),
    optional: mayLack || value.optional || initial !== undefined || said.optional === true,
  };
}

/** `b?: never`, and functions where nothing needs them. */
function isAbsent(
  walk: Walk,
  type: ts.Type,
  mayLack: boolean,
  declaration: ts.Declaration | undefined,
): boolean {
  const present = (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) => !(flags & ts.TypeFlags.Undefined),
  );
  const [only] = present;
  if (present.length === 0) return true;
  if (!only || present.length > 1) return false;
  if (mayLack && only.flags & ts.TypeFlags.Never) return true;
  const isFunction =
    walk.context.checker.getSignaturesOfType(only, ts.SignatureKind.Call).length > 0 &&
    (only.flags & ts.TypeFlags.Object) !== 0;
  const madeByClass = declaration !== undefined && initializerOf(declaration) !== undefined;
  return isFunction && (mayLack || madeByClass || walk.direction === "output");
}

function initializerOf(declaration: ts.Declaration | undefined): ts.Expression | undefined {
  return declaration && (ts.isPropertyDeclaration(declaration) || ts.isParameter(declaration))
    ? declaration.initializer
    : undefined;
}

/** The API takes keys of 1 to 64 characters. An object in JavaScript has no member `__proto__`. */
function refuseName(walk: Walk, name: string): void {
  if (name === "__proto__")
    throw walk.refusal(
      "propertyName",
      `${walk.here()}: an object with a property of this name is not made as others are`,
      "give the property another name",
    );
  if (walk.direction === "output" || (name.trim() !== "" && name.length <= 64)) return;
  throw walk.refusal(
    "propertyName",
    `${walk.here()}: the API refuses ${name.trim() === "" ? "a blank" : "this"} property name`,
    "use 1 to 64 letters, digits, _ . or -",
  );
}
