import type { CallableManifest, Revival } from "../manifest";
import type { JsonSchema } from "../wire";

/** Every schema that calls of a described tool are judged by: its input's, and those that tell a union's members apart. */
export function schemasJudged({ inputSchema, params, revivals }: CallableManifest): JsonSchema[] {
  const plans = [...params.map(({ revive }) => revive), ...Object.values(revivals ?? {})];
  return [inputSchema, ...plans.flatMap((plan) => schemasIn(plan))];
}

function schemasIn(plan: Revival | null | undefined): JsonSchema[] {
  switch (plan?.to) {
    case "Set":
      return schemasIn(plan.items);
    case "Map":
      return schemasIn(plan.values);
    case "array":
      return [plan.items, ...(plan.prefix ?? [])].flatMap(schemasIn);
    case "object":
      return [plan.additional, ...Object.values(plan.properties ?? {})].flatMap(schemasIn);
    case "class":
      return Object.values(plan.properties ?? {}).flatMap(schemasIn);
    case "union":
      return plan.members.flatMap(({ schema, revive }) => [schema, ...schemasIn(revive)]);
    default:
      return [];
  }
}
