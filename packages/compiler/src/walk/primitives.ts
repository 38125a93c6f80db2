import ts from "typescript";
import { isTrue } from "./internals";
import { shape } from "./shape";
import type { Describer } from "./kinds";

export const describeString: Describer = () => shape({ type: "string" });
export const describeNumber: Describer = () => shape({ type: "number" });
export const describeBoolean: Describer = () => shape({ type: "boolean" });
export const describeNull: Describer = () => shape({ type: "null" });
export const describeBigInt: Describer = () => shape({ type: "integer" }, { to: "bigint" });

/** `object`: open, as the type is. */
export const describeNonPrimitive: Describer = () => shape({ type: "object" });

export const describeLiteral: Describer = (walk, type) => {
  const value = literalValue(type);
  if (typeof value === "bigint") {
    if (!Number.isSafeInteger(Number(value)))
      throw walk.refusal(
        "undescribable",
        `${walk.here()}: ${String(value)}n is too large for JSON`,
        "take a string",
      );
    return shape({ type: "integer", const: Number(value) }, { to: "bigint" });
  }
  return shape({ type: typeof value, const: value });
};

/** The value of a literal type. */
export function literalValue(type: ts.Type): string | number | boolean | bigint {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if (type.flags & ts.TypeFlags.BigIntLiteral) {
    const { negative, base10Value } = (type as ts.BigIntLiteralType).value;
    return BigInt(`${negative ? "-" : ""}${base10Value}`);
  }
  return isTrue(type);
}
