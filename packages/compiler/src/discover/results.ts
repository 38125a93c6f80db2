import type ts from "typescript";
import type { Context } from "../context";
import { membersAsWritten } from "../walk/unions";
import { behindParameter, referenced, type Written } from "../walk/written";
import { writtenArgument } from "../walk/written-elements";

/** What a method comes back with. */
export interface Returned {
  /** Not in order. */
  types: readonly ts.Type[];
  /** How these, or their members, may have been written; the first of one type first. */
  written: readonly Written[];
}

/**
 * With each `Result` replaced by the value in it, as dispatch replaces it: a failure is thrown. Undefined where the
 * type has none.
 */
export function withoutResults(
  context: Context,
  type: ts.Type,
  written: Written | undefined,
): Returned | undefined {
  const members = type.isUnion() ? type.types : [type];
  const isOutcome = (member: ts.Type): boolean => nameOf(context, member) !== undefined;
  if (!members.some(isOutcome)) return undefined;
  const values = members.filter((member) => nameOf(context, member) === "Ok");
  const others = members.filter((member) => !isOutcome(member));
  return {
    types: [...values.flatMap((success) => valueOf(context, success)), ...others],
    written: written ? valuesWritten(context, written) : [],
  };
}

/** Of the types that make up core's `Result`; undefined for all others. */
function nameOf(context: Context, { symbol }: { symbol?: ts.Symbol }): string | undefined {
  return ["Ok", "Err"].find((name) => context.isCore(name, symbol));
}

function valueOf({ checker }: Context, success: ts.Type): readonly ts.Type[] {
  return checker.getTypeArguments(success as ts.TypeReference).slice(0, 1);
}

/** Those of values first. */
function valuesWritten(context: Context, written: Written): Written[] {
  const values = new Map<ts.Node, Written>();
  const others = new Map<ts.Node, Written>();
  for (const member of membersAsWritten(context, written)) {
    const symbol = referenced(context, member.node);
    const argument = context.isCore("Ok", symbol) ? writtenArgument(member, 0) : undefined;
    const value = argument && behindParameter(context, argument);
    if (value) values.set(value.node, value);
    else if (!["Result", "Err"].some((name) => context.isCore(name, symbol))) others.set(member.node, member);
  }
  const ofValues = [...values.values()].flatMap((value) => [value, ...membersAsWritten(context, value)]);
  return [...ofValues, ...others.values()];
}
