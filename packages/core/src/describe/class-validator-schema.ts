import { emittedProperty, type EmittedType } from "./emitted-types";
import { SkillsError } from "../errors";
import { classValidator, transformerStorage } from "../peers";
import { inputNameOf } from "./input-name";
import type { Revival } from "../manifest";
import type { JsonSchema } from "../wire";

type Validation = ReturnType<
  ReturnType<typeof import("class-validator").getMetadataStorage>["getTargetValidationMetadatas"]
>[number];

/** Whether class-validator knows rules for a class. */
export function isValidated(type: EmittedType): boolean {
  return validationsOf(type).length > 0;
}

function validationsOf(type: EmittedType): Validation[] {
  // Where class-validator was never loaded, no class can have been decorated with it.
  return classValidator()?.getMetadataStorage().getTargetValidationMetadatas(type, "", false, false) ?? [];
}

/**
 * A schema from class-validator's own metadata and the properties' emitted types, under the names that
 * class-transformer takes; closed, in declaration order.
 *
 * @throws SkillsError S205 where every input would be refused
 */
export function schemaOfValidatedClass(type: EmittedType): JsonSchema {
  const byProperty = new Map<string, Validation[]>();
  for (const rule of validationsOf(type)) {
    const rules = byProperty.get(rule.propertyName) ?? [];
    byProperty.set(rule.propertyName, [...rules, rule]);
  }
  const properties: { [name: string]: JsonSchema } = {};
  const required: string[] = [];
  for (const [property, rules] of byProperty) {
    const mayBeAbsent = rules.some(isConditional);
    const name = inputNameOf(type, property);
    if (name === undefined) {
      if (!mayBeAbsent && rules.some(refusesAbsent)) throw unreachable(type, property);
      continue;
    }
    properties[name] = propertySchema(type, property, rules);
    if (!mayBeAbsent) required.push(name);
  }
  return {
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** The properties of a class that class-validator checks as objects of their own, with the plans for their classes. */
export function plansOfValidatedClass(type: EmittedType): { [name: string]: Revival } {
  const nested = validationsOf(type).filter((rule) => rule.type === "nestedValidation" && !rule.each);
  return Object.fromEntries(
    nested.flatMap(({ propertyName }) => {
      const inner = emittedProperty(type, propertyName);
      const name = inputNameOf(type, propertyName);
      return name !== undefined && inner && isValidated(inner)
        ? [[name, { to: "class", class: inner.name, properties: plansOfValidatedClass(inner) }]]
        : [];
    }),
  );
}

/** `@IsOptional`, `@ValidateIf`: the other rules hold only sometimes. */
function isConditional({ type }: Validation): boolean {
  return type === "conditionalValidation";
}

/** `@ValidateNested` and `@Allow` let `undefined` pass. */
function refusesAbsent({ type }: Validation): boolean {
  return type === "customValidation" || type === "isDefined";
}

function unreachable(type: EmittedType, property: string): SkillsError {
  return new SkillsError(
    "S205",
    `${type.name}.${property} is required by class-validator, but class-transformer takes it from no input`,
    { help: "add @IsOptional(), or keep it out of what you send only: @Exclude({ toPlainOnly: true })" },
  );
}

function propertySchema(owner: EmittedType, name: string, rules: readonly Validation[]): JsonSchema {
  const emitted = emittedProperty(owner, name);
  const ofValue = rules.filter(({ each }) => !each);
  const ofElements = rules.filter(({ each }) => each);
  const isArray =
    emitted === Array || ofElements.length > 0 || ofValue.some(({ name }) => name === "isArray");
  const own = Object.assign({}, ...ofValue.map(keywords)) as JsonSchema;
  if (isArray) return { type: "array", items: element(owner, name, ofElements), ...own };
  return { ...base(emitted, ofValue), ...own };
}

function element(owner: EmittedType, name: string, rules: readonly Validation[]): JsonSchema {
  const nested = rules.some(({ type }) => type === "nestedValidation") ? nestedClass(owner, name) : undefined;
  return nested ? schemaOfValidatedClass(nested) : (Object.assign({}, ...rules.map(keywords)) as JsonSchema);
}

function base(emitted: EmittedType | undefined, rules: readonly Validation[]): JsonSchema {
  if (emitted === String) return { type: "string" };
  if (emitted === Number) return { type: "number" };
  if (emitted === Boolean) return { type: "boolean" };
  if (emitted === Date) return { type: "string", format: "date-time" };
  if (emitted && rules.some(({ type }) => type === "nestedValidation"))
    return schemaOfValidatedClass(emitted);
  return {};
}

/** The class that `@Type(() => X)` of class-transformer names for a property. */
function nestedClass(owner: EmittedType, name: string): EmittedType | undefined {
  const storage = transformerStorage(`the class of ${owner.name}.${name}`);
  return storage.findTypeMetadata(owner, name)?.typeFunction() as EmittedType | undefined;
}

/** One rule of class-validator as keywords of JSON Schema; a rule that has none is left to run time. */
function keywords({ name, constraints = [] }: Validation): JsonSchema {
  const [first, second] = constraints as unknown[];
  switch (name) {
    case "isString":
      return { type: "string" };
    case "isNumber":
      return { type: "number" };
    case "isInt":
      return { type: "integer" };
    case "isBoolean":
      return { type: "boolean" };
    case "min":
      return { minimum: first };
    case "max":
      return { maximum: first };
    case "isPositive":
      return { exclusiveMinimum: 0 };
    case "isNegative":
      return { exclusiveMaximum: 0 };
    case "isDivisibleBy":
      return { multipleOf: first };
    case "minLength":
      return { minLength: first };
    case "maxLength":
      return { maxLength: first };
    case "isLength":
      return { minLength: first, ...(second === undefined ? {} : { maxLength: second }) };
    case "isNotEmpty":
      return { minLength: 1 };
    case "matches":
      return first instanceof RegExp && !first.flags.includes("i") ? { pattern: first.source } : {};
    case "isEmail":
      return { type: "string", format: "email" };
    case "isUUID":
      return { type: "string", format: "uuid" };
    case "isUrl":
      return { type: "string", format: "uri" };
    case "isISO8601":
    case "isDateString":
      return { type: "string" };
    case "isIn":
      return { enum: first };
    case "isEnum":
      return { enum: second };
    case "arrayMinSize":
      return { minItems: first };
    case "arrayMaxSize":
      return { maxItems: first };
    case "arrayNotEmpty":
      return { minItems: 1 };
    case "arrayUnique":
      return { uniqueItems: true };
    default:
      return {};
  }
}
