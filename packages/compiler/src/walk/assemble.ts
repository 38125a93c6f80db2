import { recordOf, type JsonSchema, type Revival } from "@skills/core";
import { nameOf, REFERENCE, type Definition, type Definitions } from "./definitions";
import type { Shape } from "./shape";

export interface Assembled {
  schema: JsonSchema;
  revivals?: { [name: string]: Revival };
  /** The revivals that were given, with their references named, in their order. */
  revive: (Revival | undefined)[];
}

/**
 * Gives definitions their names and puts them into one schema that stands alone. A definition is kept, under
 * `$defs`, where its type is recursive or where an object type is referred to more than once; every other is put
 * in its place. Names depend on this schema alone: the type's name, and `_2` for a second type of that name.
 */
export function assemble(
  root: Shape,
  revives: readonly (Revival | undefined)[],
  definitions: Definitions,
): Assembled {
  const assembly = new Assembly(root.schema, definitions);
  const schema = assembly.withDefinitions(assembly.schema(root.schema));
  const revive = revives.map((plan) => plan && assembly.revival(plan));
  const revivals = assembly.revivals();
  return { schema, revive, ...(Object.keys(revivals).length > 0 ? { revivals } : {}) };
}

class Assembly {
  private readonly names = new Map<Definition, string>();
  private readonly bodies = new Map<string, JsonSchema>();
  private readonly needed = new Map<Definition, Revival | undefined>();

  constructor(
    root: JsonSchema,
    private readonly definitions: Definitions,
  ) {
    const counts = new Map<Definition, number>();
    const count = (referred: readonly Definition[]): void => {
      for (const definition of referred) {
        const seen = counts.get(definition) ?? 0;
        counts.set(definition, seen + 1);
        if (seen === 0) count(this.refersTo(definition));
      }
    };
    count(this.referred(root));
    const taken = new Set<string>();
    for (const [definition, uses] of counts)
      if (definition.recursive || uses > 1)
        this.names.set(definition, free(nameOf(definitions.context, definition), taken));
  }

  /** A schema with every reference named, or replaced by what it refers to. */
  schema(schema: JsonSchema): JsonSchema {
    return mapSchema(schema, (reference, siblings) => {
      const definition = this.definitions.behind(reference);
      if (!definition) return reference;
      const name = this.names.get(definition);
      if (name === undefined) return { ...this.body(definition), ...siblings };
      if (!this.bodies.has(name)) {
        this.bodies.set(name, {});
        this.bodies.set(name, this.body(definition));
      }
      return { $ref: REFERENCE + name, ...siblings };
    });
  }

  private body(definition: Definition): JsonSchema {
    const { schema } = definition.shape;
    return this.refersTo(definition).length === 0 ? schema : this.schema(schema);
  }

  private refersTo(definition: Definition): readonly Definition[] {
    return (definition.refersTo ??= this.referred(definition.shape.schema));
  }

  /** Adds the definitions that a schema refers to, directly or through others. */
  withDefinitions(schema: JsonSchema): JsonSchema {
    if (this.bodies.size === 0) return schema;
    const used = new Set<string>();
    const collect = (inner: unknown): void => {
      if (typeof inner !== "object" || inner === null) return;
      const { $ref } = inner as { $ref?: unknown };
      if (typeof $ref === "string" && !used.has($ref)) {
        used.add($ref);
        collect(this.bodies.get($ref.slice(REFERENCE.length)));
      }
      Object.values(inner).forEach(collect);
    };
    collect(schema);
    if (used.size === 0) return schema;
    const names = [...this.bodies.keys()].filter((name) => used.has(REFERENCE + name));
    return { ...schema, $defs: recordOf(names.map((name) => [name, this.bodies.get(name)])) };
  }

  revivals(): { [name: string]: Revival } {
    const found = recordOf<Revival>();
    for (const [definition, plan] of this.needed) {
      const name = this.names.get(definition);
      if (plan && name !== undefined) found[name] = plan;
    }
    return found;
  }

  /** A plan with its references named; undefined where nothing in it changes a value. */
  revival(plan: Revival): Revival | undefined {
    switch (plan.to) {
      case "ref": {
        const definition = this.definitions.all[Number(plan.name)];
        return definition && this.reference(definition);
      }
      case "Set":
        return { to: "Set", ...optional("items", plan.items && this.revival(plan.items)) };
      case "Map":
        return { to: "Map", ...optional("values", plan.values && this.revival(plan.values)) };
      case "class":
        return {
          to: "class",
          class: plan.class,
          ...optional("properties", this.properties(plan.properties)),
        };
      case "object": {
        const additional = plan.additional && this.revival(plan.additional);
        const inner = {
          ...optional(
            "properties",
            additional ? this.allProperties(plan.properties) : this.properties(plan.properties),
          ),
          ...optional("additional", additional),
        };
        return Object.keys(inner).length > 0 ? { to: "object", ...inner } : undefined;
      }
      case "array": {
        const prefix = plan.prefix?.map((item) => (item ? (this.revival(item) ?? null) : null));
        const inner = {
          ...optional("items", plan.items && this.revival(plan.items)),
          ...optional("prefix", prefix?.some((item) => item !== null) ? prefix : undefined),
        };
        return Object.keys(inner).length > 0 ? { to: "array", ...inner } : undefined;
      }
      case "union": {
        const members = plan.members.map(({ schema, revive }) => ({
          schema: this.withDefinitions(this.schema(schema)),
          ...optional("revive", revive && this.revival(revive)),
        }));
        return members.some(({ revive }) => revive) ? { to: "union", members } : undefined;
      }
      default:
        return plan;
    }
  }

  private reference(definition: Definition): Revival | undefined {
    const { revive } = definition.shape;
    if (!revive || !this.changes(revive)) return undefined;
    const name = this.names.get(definition);
    if (name === undefined) return this.revival(revive);
    if (!this.needed.has(definition)) {
      this.needed.set(definition, undefined);
      this.needed.set(definition, this.revival(revive));
    }
    return { to: "ref", name };
  }

  /** Whether a plan, followed through references, changes anything. */
  private changes(plan: Revival, seen = new Set<string>()): boolean {
    if (plan.to === "ref") {
      const revive = this.definitions.all[Number(plan.name)]?.shape.revive;
      if (seen.has(plan.name) || !revive) return false;
      seen.add(plan.name);
      return this.changes(revive, seen);
    }
    if (plan.to === "union") return plan.members.some(({ revive }) => revive && this.changes(revive, seen));
    if (plan.to === "array")
      return [plan.items, ...(plan.prefix ?? [])].some((inner) => inner && this.changes(inner, seen));
    if (plan.to === "object")
      return [plan.additional, ...Object.values(plan.properties ?? {})].some(
        (inner) => inner && this.changes(inner, seen),
      );
    return true;
  }

  /** With those that nothing changes: what is done with additional ones must not be done with them. */
  private allProperties(
    plans: { [name: string]: Revival | null } = {},
  ): { [name: string]: Revival | null } | undefined {
    const all = Object.entries(plans).map(
      ([name, plan]) => [name, (plan && this.revival(plan)) ?? null] as const,
    );
    return all.length > 0 ? recordOf(all) : undefined;
  }

  private properties(
    plans: { [name: string]: Revival | null } | undefined,
  ): { [name: string]: Revival } | undefined {
    const kept = Object.entries(plans ?? {}).flatMap(([name, plan]) => {
      const revival = plan && this.revival(plan);
      return revival ? [[name, revival] as const] : [];
    });
    return kept.length > 0 ? recordOf(kept) : undefined;
  }

  /** The definitions that a schema refers to at any depth, each as often as it does. */
  private referred(value: unknown, found: Definition[] = [], isNamed = false): Definition[] {
    if (Array.isArray(value)) for (const item of value) this.referred(item, found);
    else if (typeof value === "object" && value !== null) {
      const definition = isNamed ? undefined : this.definitions.behind(value);
      if (definition) found.push(definition);
      for (const [keyword, inner] of Object.entries(value))
        if (isNamed || !DATA.has(keyword)) this.referred(inner, found, !isNamed && NAMED.has(keyword));
    }
    return found;
  }
}

function free(name: string, taken: Set<string>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${name}_${String(number)}`;
  taken.add(candidate);
  return candidate;
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [key in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [key in Key]: Value });
}

/** Keywords whose value is data, not schemas. */
const DATA = new Set(["const", "enum", "default", "examples", "required", "dependentRequired"]);
/** Keywords whose value holds schemas by the users' own names. */
const NAMED = new Set(["properties", "patternProperties", "$defs"]);

/** Rebuilds a schema, giving each reference with the keywords beside it to `replace`. */
function mapSchema(
  schema: JsonSchema,
  replace: (reference: JsonSchema, siblings: JsonSchema) => JsonSchema,
): JsonSchema {
  const mapped: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema))
    mapped[keyword] = DATA.has(keyword) ? value : mapValue(value, replace, NAMED.has(keyword));
  if (mapped.$ref === undefined) return mapped;
  const { $ref, ...siblings } = mapped;
  return { ...replace({ $ref }, siblings), ...siblings };
}

function mapValue(
  value: unknown,
  replace: (reference: JsonSchema, siblings: JsonSchema) => JsonSchema,
  isNamed: boolean,
): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapValue(item, replace, false));
  if (typeof value !== "object" || value === null) return value;
  if (!isNamed) return mapSchema(value as JsonSchema, replace);
  return recordOf(Object.entries(value).map(([name, inner]) => [name, mapValue(inner, replace, false)]));
}
