import type ts from "typescript";
import type { Context } from "../context";
import type { Describer } from "./kinds";
import { shape } from "./shape";
import type { Walk } from "./walk";
import type { Written } from "./written";
import { writtenArgument } from "./written-elements";

/** Types of the language and its platform that JSON writes in a way of their own. */
const BUILT_INS: { [name: string]: Describer | undefined } = {
  Date: () => shape({ type: "string", format: "date-time" }, { to: "Date" }),
  URL: () => shape({ type: "string", format: "uri" }, { to: "URL" }),
  Uint8Array: () => shape({ type: "string", contentEncoding: "base64" }, { to: "Uint8Array" }),
  Buffer: () => shape({ type: "string", contentEncoding: "base64" }, { to: "Buffer" }),
  Set: describeSet,
  ReadonlySet: describeSet,
  Map: describeMap,
  ReadonlyMap: describeMap,
  String: () => shape({ type: "string" }),
  Number: () => shape({ type: "number" }),
  Boolean: () => shape({ type: "boolean" }),
  Object: () => shape({ type: "object" }),
};

/** Built-ins that no JSON stands for, and what to take in their place. */
const REFUSED: { [name: string]: string | undefined } = {
  Function: "leave it out: a model cannot give a function",
  CallableFunction: "leave it out: a model cannot give a function",
  Symbol: "take a string",
  RegExp: "take the pattern as a string",
  Promise: "take the value itself",
  PromiseLike: "take the value itself",
  WeakMap: "take a Map",
  WeakSet: "take a Set",
  WeakRef: "take the value itself",
  Error: "take an object with the members that matter",
  ArrayBuffer: "take a Uint8Array or a Buffer",
  SharedArrayBuffer: "take a Uint8Array or a Buffer",
  DataView: "take a Uint8Array or a Buffer",
  Int8Array: "take number[], or a Uint8Array for bytes",
  Uint8ClampedArray: "take number[], or a Uint8Array for bytes",
  Int16Array: "take number[]",
  Uint16Array: "take number[]",
  Int32Array: "take number[]",
  Uint32Array: "take number[]",
  Float32Array: "take number[]",
  Float64Array: "take number[]",
  BigInt64Array: "take bigint[]",
  BigUint64Array: "take bigint[]",
  URLSearchParams: "take Record<string, string>",
  ReadableStream: "take a string or bytes",
  Blob: "take a Uint8Array or a Buffer",
  File: "take a Uint8Array or a Buffer",
  Iterable: "take an array",
  AsyncIterable: "take an array",
  Iterator: "take an array",
  Generator: "take an array",
  AsyncGenerator: "take an array",
};

/** How a built-in is described; undefined for every other type. */
export function builtInOf(context: Context, type: ts.Type): Describer | undefined {
  const symbol = type.symbol as ts.Symbol | undefined;
  if (!symbol || !(Object.hasOwn(BUILT_INS, symbol.name) || Object.hasOwn(REFUSED, symbol.name)))
    return undefined;
  return context.isBuiltIn(symbol) ? (BUILT_INS[symbol.name] ?? refuseBuiltIn) : undefined;
}

const refuseBuiltIn: Describer = (walk, type) => {
  throw walk.refusal(
    "undescribable",
    `${walk.here()} has the type ${walk.context.text(type)}: there is no ${type.symbol.name} in JSON`,
    REFUSED[type.symbol.name] ?? "take a type that JSON can hold",
  );
};

function argument(walk: Walk, type: ts.Type, index: number): ts.Type {
  const found = walk.context.checker.getTypeArguments(type as ts.TypeReference)[index];
  if (!found)
    throw walk.refusal(
      "unresolved",
      `${walk.here()} has a ${type.symbol.name} of nothing`,
      "name what it holds",
    );
  return found;
}

function describeSet(walk: Walk, type: ts.Type, written?: Written) {
  const items = walk.into("[]", () => walk.value(argument(walk, type, 0), writtenArgument(written, 0)).shape);
  const plan = items.revive ? { items: items.revive } : {};
  return shape({ type: "array", items: items.schema, uniqueItems: true }, { to: "Set", ...plan });
}

function describeMap(walk: Walk, type: ts.Type, written?: Written) {
  const key = walk.into(".keys()", () => walk.type(argument(walk, type, 0), writtenArgument(written, 0)));
  if (key.schema.type !== "string" || key.revive)
    throw walk.refusal(
      "undescribable",
      `${walk.here()} is a Map whose keys are ${walk.context.text(argument(walk, type, 0))}; in JSON, keys are strings`,
      "take a Map with string keys, or an array of pairs",
    );
  const values = walk.into(
    "[]",
    () => walk.value(argument(walk, type, 1), writtenArgument(written, 1)).shape,
  );
  const { type: _, ...limits } = key.schema;
  return shape(
    {
      type: "object",
      ...(Object.keys(limits).length > 0 ? { propertyNames: limits } : {}),
      additionalProperties: values.schema,
    },
    { to: "Map", ...(values.revive ? { values: values.revive } : {}) },
  );
}
