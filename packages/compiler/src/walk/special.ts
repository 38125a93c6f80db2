import ts from "typescript";
import { shape } from "./shape";
import { isUnresolved } from "./internals";
import type { Describer } from "./kinds";

/** `unknown` is open on purpose: the method looks at the value itself. */
export const describeUnknown: Describer = () => shape({});

export const describeAny: Describer = (walk, type, written) => {
  if (isUnresolved(type)) {
    const text = written ? `the type ${written.node.getText()}` : "a type";
    throw walk.refusal(
      "unresolved",
      `${walk.here()} has ${text}, which cannot be resolved`,
      "is the import right, and is the package with its types installed?",
    );
  }
  walk.warn(
    "any",
    `${walk.here()} has the type any: every value is let in`,
    "write unknown where that is meant",
  );
  return shape({});
};

const WHY = new Map<ts.TypeFlags, string>([
  [ts.TypeFlags.Never, "never: no value fits"],
  [ts.TypeFlags.Void, "void: no value fits"],
  [ts.TypeFlags.Undefined, "undefined: JSON has no such value"],
  [ts.TypeFlags.ESSymbol, "symbol: JSON has no such value"],
  [ts.TypeFlags.UniqueESSymbol, "a unique symbol: JSON has no such value"],
]);

export const refuseKind: Describer = (walk, type) => {
  throw walk.refusal(
    "undescribable",
    `${walk.here()} has the type ${WHY.get(type.flags) ?? walk.context.text(type)}`,
    "give it a type that JSON can hold: string, number, boolean, null, an object or an array of these",
  );
};
