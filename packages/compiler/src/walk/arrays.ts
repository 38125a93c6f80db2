import ts from "typescript";
import type { JsonSchema, Revival } from "@skills/core";
import { joined } from "./unions";
import { shape, type Shape } from "./shape";
import type { Walk } from "./walk";
import type { Written } from "./written";
import { writtenElement, writtenPlaces } from "./written-elements";

export function describeArray(walk: Walk, element: ts.Type, written: Written | undefined): Shape {
  const items = walk.into(
    "[]",
    () => walk.value(element, written && writtenElement(walk.context, written)).shape,
  );
  return shape({ type: "array", items: items.schema }, items.revive && { to: "array", items: items.revive });
}

/** Elements by position: `prefixItems`, and `items` for what may follow them. */
export function describeTuple(walk: Walk, type: ts.TupleTypeReference, written: Written | undefined): Shape {
  const { elementFlags } = type.target;
  const types = walk.context.checker.getTypeArguments(type);
  const nodes = tupleElements(walk, written, types.length);
  const described = types.map((element, index) =>
    walk.into(`[${String(index)}]`, () => walk.value(element, nodes[index]).shape),
  );
  const firstOpen = elementFlags.findIndex((flags) => flags & ts.ElementFlags.Variable);
  const prefix = firstOpen < 0 ? described : described.slice(0, firstOpen);
  const rest = firstOpen < 0 ? undefined : joined(described.slice(firstOpen));
  if (rest && walk.direction === "input") refuseEnd(walk, type, described.slice(firstOpen));
  const required = elementFlags.filter((flags) => flags & ts.ElementFlags.Required).length;
  return shape(tupleSchema(prefix, rest, required), tupleRevival(prefix, rest));
}

/** What stands behind a rest element has no position that a schema could name. Of an output, no more is promised. */
function refuseEnd(walk: Walk, type: ts.Type, fromRest: readonly Shape[]): void {
  if (new Set(fromRest.map((element) => JSON.stringify(element))).size === 1) return;
  throw walk.refusal(
    "undescribable",
    `${walk.here()} has the type ${walk.context.text(type)}: no schema says what stands behind an open number of elements`,
    "put what there is once before the others, or take an object",
  );
}

function tupleSchema(prefix: readonly Shape[], rest: Shape | undefined, required: number): JsonSchema {
  if (prefix.length === 0 && !rest) return { type: "array", maxItems: 0 };
  return {
    type: "array",
    ...(prefix.length > 0 ? { prefixItems: prefix.map(({ schema }) => schema) } : {}),
    ...(required > 0 ? { minItems: required } : {}),
    items: rest ? rest.schema : false,
  };
}

function tupleRevival(prefix: readonly Shape[], rest: Shape | undefined): Revival | undefined {
  const plans = prefix.map(({ revive }) => revive ?? null);
  if (plans.every((plan) => plan === null) && !rest?.revive) return undefined;
  return {
    to: "array",
    ...(plans.length > 0 ? { prefix: plans } : {}),
    ...(rest?.revive ? { items: rest.revive } : {}),
  };
}

/** None where places and elements are not the same: `[...A[], ...B[]]` has one element for both. */
function tupleElements(
  walk: Walk,
  written: Written | undefined,
  count: number,
): readonly (Written | undefined)[] {
  const places = (written && writtenPlaces(walk.context, written)) ?? [];
  return places.length === count ? places.map((place) => place.written) : [];
}
