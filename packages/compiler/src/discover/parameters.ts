import ts from "typescript";
import { recordOf, type JsonSchema, type ParamManifest, type Revival } from "@skills/core";
import { isJson } from "../constants";
import type { Context } from "../context";
import { docOf } from "../docs/comments";
import type { DocComment, DocText } from "../docs/jsdoc";
import { saidInDoc } from "../docs/tags";
import { saidInParam } from "../said/param-options";
import { Refusal } from "../problems";
import { inputNameOf } from "../said/exposure";
import { mergeSaid, type Said } from "../said/said";
import { applySaid } from "../walk/constraints";
import { describeMembers } from "../walk/objects";
import { shape, type Shape } from "../walk/shape";
import type { Walk } from "../walk/walk";
import { withConstraints, type Written } from "../walk/written";
import { writtenOf } from "../walk/written-values";
import { docsOf, type Callable } from "./callable";
import { classAt, isEmittedClass } from "./emitted-class";

export interface Property {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

/** One parameter, and the properties of the input that it takes its argument from. */
export interface Parameter {
  name: string;
  kind: ParamManifest["kind"];
  properties: Property[];
  revive?: Revival;
}

/** @throws Refusal where no schema describes it */
export function describeParameter(
  callable: Callable,
  walk: Walk,
  symbol: ts.Symbol,
  index: number,
): Parameter {
  const { context, location } = callable;
  const declaration = parameterDeclaration(symbol);
  const type = context.checker.getTypeOfSymbolAtLocation(symbol, declaration ?? location);
  const given = givenByFramework(context, type);
  if (given) return { name: symbol.name, kind: given, properties: [] };
  if (declaration && ts.isArrayBindingPattern(declaration.name))
    throw new Refusal("parameterName", "a destructured array has no name", "give the parameter a name");
  if (declaration && ts.isObjectBindingPattern(declaration.name))
    return describeFields(callable, walk, declaration, declaration.name, type, index);
  return describeNamed(callable, walk, symbol, declaration, type, index);
}

function parameterDeclaration(symbol: ts.Symbol): ts.ParameterDeclaration | undefined {
  const declaration = symbol.valueDeclaration;
  return declaration && ts.isParameter(declaration) ? declaration : undefined;
}

function describeNamed(
  callable: Callable,
  walk: Walk,
  symbol: ts.Symbol,
  declaration: ts.ParameterDeclaration | undefined,
  type: ts.Type,
  index: number,
): Parameter {
  const { context } = callable;
  const decorated = decoratedParameter(callable, index) ?? declaration;
  const decoration = decorated && saidInParam(context, decorated);
  const docs = docsOf(callable);
  const doc = docs.map(({ params }) => params.get(symbol.name)).find((found) => found !== undefined);
  const written = declaration && writtenParameter(callable, declaration);
  const className = callable.emitsTypes ? classAt(context, type) : undefined;
  const isNamed =
    decoration?.namesType === true || (className !== undefined && isEmittedClass(context, decorated));
  // Of several overloads, each with a type of its own, dispatch has one that takes all of them.
  const isErased = className !== undefined && !isNamed && callable.signatures.length === 1;
  const members = nestedDocs(docs, symbol.name);
  const value = walk.withInstances(isNamed || isErased, () =>
    members.size > 0 ? documented(walk, type, written, members) : walk.value(type, written),
  );
  if (isErased) throw refusalOfErased(walk, className);
  const initial = initialOf(context, declaration) ?? initialOf(context, decorated);
  const ownDoc = [declaration, decorated, ...declarationsNamed(callable, symbol.name)]
    .map((place) => place && docOf(place))
    .find((found) => found !== undefined);
  const said = mergeSaid(initial, saidInDoc(ownDoc), saidInDoc(doc), decoration?.said);
  const described = applySaid(walk, value.shape, said);
  const name = decoration?.name ?? symbol.name;
  refuseName(name);
  const isRest = declaration?.dotDotDotToken !== undefined;
  const optional =
    (isRest && mayBeEmpty(context, type)) ||
    value.optional ||
    (declaration !== undefined && mayBeLeftOut(declaration)) ||
    hasInitializer(decorated);
  return {
    name,
    kind: isRest ? "rest" : "input",
    properties: [{ name, schema: described.schema, required: !optional }],
    ...(described.revive ? { revive: described.revive } : {}),
  };
}

/** Not a tuple that has elements which are required: `...[from, to]: [Date, Date]`. */
function mayBeEmpty(context: Context, type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some((member) => mayBeEmpty(context, member));
  if (!context.checker.isTupleType(type)) return true;
  const { elementFlags } = (type as ts.TupleTypeReference).target;
  return elementFlags.every((flags) => (flags & ts.ElementFlags.Required) === 0);
}

/** `@Param`s and defaults of an overloaded method stand on its implementation. */
function decoratedParameter({ declarations }: Callable, index: number): ts.ParameterDeclaration | undefined {
  const [own] = declarations;
  const implementation = declarations.find(
    (declaration) => declaration.parent === own?.parent && (declaration as ts.MethodDeclaration).body,
  );
  const parameters = implementation?.parameters.filter(({ name }) => !isThis(name));
  return parameters?.[index];
}

/** Also in the methods that this one overrides. */
function declarationsNamed({ declarations }: Callable, name: string): ts.ParameterDeclaration[] {
  return declarations.flatMap(({ parameters }) =>
    parameters.filter((parameter) => ts.isIdentifier(parameter.name) && parameter.name.text === name),
  );
}

function isThis(name: ts.BindingName): boolean {
  return ts.isIdentifier(name) && name.text === "this";
}

function writtenParameter(callable: Callable, declaration: ts.ParameterDeclaration): Written | undefined {
  const { context } = callable;
  const { parent } = declaration;
  return writtenOf(context, declaration, withConstraints(context, parent, callable.envOf(parent.parent)));
}

function mayBeLeftOut(declaration: ts.ParameterDeclaration): boolean {
  return declaration.questionToken !== undefined || declaration.initializer !== undefined;
}

function hasInitializer(declaration: ts.ParameterDeclaration | undefined): boolean {
  return declaration?.initializer !== undefined;
}

function initialOf(
  context: Context,
  declaration: ts.ParameterDeclaration | ts.BindingElement | undefined,
): Said | undefined {
  const constant = declaration?.initializer && context.constants.evaluate(declaration.initializer);
  return constant && constant.value !== undefined && isJson(constant.value)
    ? { default: constant }
    : undefined;
}

/** Dispatch fails where such a class is loaded: it is told here, and no plain object promised. */
function refusalOfErased(walk: Walk, name: string): Refusal {
  return walk.refusal(
    "erasedClass",
    `it is of class ${name}, of which its compiler leaves nothing to make an instance with`,
    `import ${name} as a value, not with "import type", and take nothing beside it (null, undefined); or name the class: @Param({ type: () => ${name} })`,
  );
}

/** `ToolContext` and `AbortSignal` come from the framework, never from the model. */
function givenByFramework(context: Context, type: ts.Type): "context" | "signal" | undefined {
  const present = type.isUnion() ? type.types.filter(({ flags }) => !(flags & NOTHING)) : [type];
  const [only] = present;
  const symbol = only?.symbol;
  if (!symbol || present.length !== 1) return undefined;
  if (context.isCore("ToolContext", symbol)) return "context";
  return symbol.name === "AbortSignal" && context.isBuiltIn(symbol) ? "signal" : undefined;
}

const NOTHING = ts.TypeFlags.Undefined | ts.TypeFlags.Null;

/** What the comment says of members: `@param opts.b text`. By the path below the parameter. */
function nestedDocs(docs: readonly DocComment[], name: string): Map<string, DocText> {
  const found = new Map<string, DocText>();
  for (const { params } of docs)
    for (const [path, doc] of params)
      if (path.startsWith(`${name}.`) && !found.has(path)) found.set(path.slice(name.length + 1), doc);
  return found;
}

/** A parameter whose members are documented beside it is described in place: the words are not for other uses. */
function documented(walk: Walk, type: ts.Type, written: Written | undefined, docs: Map<string, DocText>) {
  const present = walk.context.checker.getNonNullableType(type);
  if (present.isUnion() || !(present.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))
    return walk.value(type, written);
  const isNullable = type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Null);
  if (isNullable) return walk.value(type, written);
  const described = walk.within(written, () => walk.unnamed(present, written));
  const byInput = byInputName(walk.context, present, docs);
  return {
    shape: shape(withMemberDocs(walk, described.schema, byInput), described.revive),
    optional: present !== type,
  };
}

/** Comments and patterns name members as they are declared; the input may have other names. */
function byInputName<Value>(context: Context, type: ts.Type, byPath: Map<string, Value>): Map<string, Value> {
  return new Map(
    [...byPath].map(([path, value]) => {
      const [name = "", ...rest] = path.split(".");
      const member = context.checker.getPropertyOfType(type, name);
      return [[(member && inputNameOf(context, type, member)) ?? name, ...rest].join("."), value];
    }),
  );
}

function withMemberDocs(walk: Walk, schema: JsonSchema, docs: Map<string, DocText>): JsonSchema {
  const properties = recordOf(Object.entries((schema.properties ?? {}) as { [name: string]: JsonSchema }));
  for (const [path, doc] of docs) {
    const [name = "", ...rest] = path.split(".");
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!member) continue;
    properties[name] =
      rest.length === 0
        ? applySaid(walk, shape(member), saidInDoc(doc) ?? {}).schema
        : withMemberDocs(walk, member, new Map([[rest.join("."), doc]]));
  }
  return Object.keys(properties).length > 0 ? { ...schema, properties } : schema;
}

/** A destructured parameter has no name: its members are the input's properties. */
function describeFields(
  callable: Callable,
  walk: Walk,
  declaration: ts.ParameterDeclaration,
  pattern: ts.ObjectBindingPattern,
  type: ts.Type,
  index: number,
): Parameter {
  const { context } = callable;
  const present = context.checker.getNonNullableType(type);
  const emitting = decoratedParameter(callable, index) ?? declaration;
  const isNamed = callable.emitsTypes && isEmittedClass(context, emitting);
  const written = writtenParameter(callable, declaration);
  const described: Shape = walk.withInstances(isNamed, () =>
    walk.within(written, () =>
      present.isUnion() ? walk.unnamed(present, written) : describeMembers(walk, present, written),
    ),
  );
  const properties = described.schema.properties as { [name: string]: JsonSchema } | undefined;
  if (!properties || described.schema.additionalProperties !== false)
    throw new Refusal(
      "parameterName",
      `the destructured type ${context.text(present)} is not one object with known members`,
      "give the parameter a name, so that the input has it as one property",
    );
  const required = new Set((described.schema.required as string[] | undefined) ?? []);
  const elements = byInputName(context, present, elementsOf(pattern));
  const inPattern = byInputName(context, present, docsInPattern(pattern));
  const docs = byInputName(context, present, docsOfFields(callable));
  const schema = withMemberDocs(walk, withMemberDocs(walk, { properties }, inPattern), docs);
  const withDocs = schema.properties as { [name: string]: JsonSchema };
  const fields = Object.entries(withDocs).map(([name, member]): Property => {
    refuseName(name);
    const element = elements.get(name);
    const withDefault = applySaid(walk, shape(member), initialOf(context, element) ?? {});
    return { name, schema: withDefault.schema, required: required.has(name) && !element?.initializer };
  });
  return {
    name: `arg${String(index)}`,
    kind: "fields",
    properties: fields,
    ...(described.revive ? { revive: described.revive } : {}),
  };
}

/** By the name of the property that each takes. */
function elementsOf({ elements }: ts.ObjectBindingPattern): Map<string, ts.BindingElement> {
  return new Map(
    elements.flatMap((element) => {
      const name = propertyNameOf(element);
      return name === undefined ? [] : [[name, element] as const];
    }),
  );
}

function docsInPattern(pattern: ts.ObjectBindingPattern): Map<string, DocText> {
  return new Map(
    [...elementsOf(pattern)].flatMap(([name, element]) => {
      const doc = docOf(element);
      return doc ? [[name, doc] as const] : [];
    }),
  );
}

function propertyNameOf({ propertyName, name }: ts.BindingElement): string | undefined {
  const own = propertyName ?? name;
  return ts.isIdentifier(own) || ts.isStringLiteral(own) ? own.text : undefined;
}

/**
 * The comment names a destructured parameter as its writer liked: `opts.b` under any name that no other parameter
 * has, or `b` alone.
 */
function docsOfFields(callable: Callable): Map<string, DocText> {
  const found = new Map<string, DocText>();
  const names = new Set(callable.signatures.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  for (const { params } of docsOf(callable))
    for (const [path, doc] of params) {
      const [head = "", ...rest] = path.split(".");
      if (names.has(head)) continue;
      const member = rest.length > 0 ? rest.join(".") : head;
      if (!found.has(member)) found.set(member, doc);
    }
  return found;
}

/** The API's own rule for the properties of an input. */
function refuseName(name: string): void {
  if (/^[a-zA-Z0-9_.-]{1,64}$/.test(name)) return;
  throw new Refusal(
    "propertyName",
    `the API refuses the property name "${name}"`,
    "use 1 to 64 letters, digits, _ . or -; @Param({ name }) gives a parameter another name",
  );
}
