import ts from "typescript";
import { instanceClassOf } from "../class-name";
import { isJson } from "../constants";
import type { Context } from "../context";
import type { ValidatorSaid } from "../said/class-validator";
import { inputNameOf } from "../said/exposure";
import { namesInstance, saidOfProperty } from "../said/said-of";
import { applySaid } from "./constraints";
import { madeFrom } from "./internals";
import type { Walk, ValueShape } from "./walk";
import type { Written } from "./written";
import { writtenMember } from "./written-members";

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

export interface Member extends ValueShape {
  /** In JSON, which for the input of a class may be another one than the property's. */
  name: string;
}

/** One member of the object type `owner`; undefined where the object is complete without it. */
export function describeMember(
  walk: Walk,
  member: ts.Symbol,
  owner: ts.Type,
  written: Written | undefined,
): Member | undefined {
  const { checker } = walk.context;
  const type = checker.getTypeOfSymbol(member);
  const declaration = declarationOf(member);
  if (isAbsent(walk, type, member)) return undefined;

  const said = saidOfMember(walk.context, member);
  const name = walk.direction === "input" ? inputNameOf(walk.context, owner, member) : member.name;
  if (name === undefined) {
    refuseNeeded(walk, mayBeLeftOut(walk, member, owner, said, mayBeUndefined(type)));
    return undefined;
  }
  const value = walk.withInstances(namesInstance(walk.context, declaration), () =>
    walk.value(type, writtenMember(walk.context, member, owner, written)),
  );
  refuseName(walk, name);
  const initial = initializerOf(member);
  const constant = initial && walk.context.constants.evaluate(initial);
  if (constant && constant.value !== undefined && isJson(constant.value)) said.default ??= constant;
  return {
    name,
    shape: applySaid(walk, value.shape, said),
    optional: mayBeLeftOut(walk, member, owner, said, value.optional),
  };
}

/** Of a member that a mapped type gave another kind of value, only the description holds. */
function saidOfMember(context: Context, member: ts.Symbol): ValidatorSaid {
  const said = saidOfProperty(context, member);
  if (keepsValue(context, member)) return said;
  return said.description === undefined ? {} : { description: said.description };
}

/** Whether a member holds what that which it was made from holds, as in `Partial<T>`, and not in `Record<keyof T, string>`. */
function keepsValue(context: Context, member: ts.Symbol): boolean {
  const made = madeFrom(member);
  if (!made) return true;
  const { checker } = context;
  const [type, before] = [member, made.from].map((each) =>
    checker.getNonNullableType(checker.getTypeOfSymbol(each)),
  );
  return type === before && namesKey(context, made.by) && keepsValue(context, made.from);
}

/** Whether the template of a mapped type says `T[K]` somewhere: else it has values of its own. */
function namesKey(context: Context, { type, typeParameter }: ts.MappedTypeNode): boolean {
  const key = context.checker.getSymbolAtLocation(typeParameter.name);
  const names = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && context.symbolAt(node) === key) || ts.forEachChild(node, names) === true;
  return type !== undefined && names(type);
}

function refuseNeeded(walk: Walk, mayBeLeftOut: boolean): void {
  if (mayBeLeftOut) return;
  throw walk.refusal(
    "contradiction",
    `${walk.here()} is required, but class-transformer takes it from no input`,
    "make it optional, or keep it out of what you send only: @Exclude({ toPlainOnly: true })",
  );
}

/** By class-validator, which knows what it refuses at run time, and by the type. */
function mayBeLeftOut(
  walk: Walk,
  member: ts.Symbol,
  owner: ts.Type,
  { presence }: ValidatorSaid,
  mayBeUndefined: boolean,
): boolean {
  const declaration = declarationOf(member);
  if (presence === "optional" || initializerOf(member)) return true;
  if (!isOptional(member) && !mayBeUndefined) return false;
  return !(presence === "required" && walk.direction === "input" && isValidated(walk, declaration, owner));
}

function declarationOf(member: ts.Symbol): ts.Declaration | undefined {
  return member.valueDeclaration ?? member.declarations?.[0];
}

function isOptional(member: ts.Symbol): boolean {
  return (member.flags & ts.SymbolFlags.Optional) !== 0;
}

function mayBeUndefined(type: ts.Type): boolean {
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & ts.TypeFlags.VoidLike);
}

/** Rules hold for instances, not for `Partial<C>` and the like, which only take over how members are declared. */
function isValidated(walk: Walk, declaration: ts.Declaration | undefined, type: ts.Type): boolean {
  if (instanceClassOf(type) === undefined) return false;
  if (type.symbol.declarations?.some((own) => own === declaration?.parent)) return true;
  const target = (type as ts.TypeReference).target as ts.InterfaceType | undefined;
  return walk.context.checker
    .getBaseTypes(target ?? (type as ts.InterfaceType))
    .some((base) => isValidated(walk, declaration, base));
}

/** `b?: never`, and functions where nothing needs them. */
function isAbsent(walk: Walk, type: ts.Type, member: ts.Symbol): boolean {
  const mayLack = isOptional(member);
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
  return isFunction && (mayLack || initializerOf(member) !== undefined || walk.direction === "output");
}

/** The initial value that a class gives its member: none in what a mapped type makes of the class. */
function initializerOf(member: ts.Symbol): ts.Expression | undefined {
  const declaration = madeFrom(member) ? undefined : declarationOf(member);
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
