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

/** What class-validator and the emitted types tell of a class. */
export interface ValidatedClass {
  /** Under the names that class-transformer takes; closed, in declaration order. */
  schema: JsonSchema;
  /** How instances of it are made. */
  revive: Revival;
}

/**
 * @throws SkillsError S109 for a class that contains itself, S205 where every input would be refused, S112 where
 *   class-transformer is not installed
 */
export function describeValidatedClass(type: EmittedType): ValidatedClass {
  refuseCycles(type, []);
  return { schema: schemaOf(type), revive: instancesOf(type) };
}

function refuseCycles(type: EmittedType, within: readonly EmittedType[]): void {
  if (within.includes(type))
    throw new SkillsError("S109", `${type.name} contains itself: that takes its source, or a manifest`, {
      help: "install @skills/compiler as a development dependency, and for production run `skills build` after each compile; or give JSON Schema",
    });
  for (const rule of validationsOf(type)) {
    const inner = nestedClass(type, rule);
    if (inner) refuseCycles(inner, [...within, type]);
  }
}

function schemaOf(type: EmittedType): JsonSchema {
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

function instancesOf(type: EmittedType): Revival {
  const properties: { [name: string]: Revival } = {};
  for (const rule of validationsOf(type)) {
    const name = inputNameOf(type, rule.propertyName);
    const plan = planOf(type, rule);
    if (name !== undefined && plan) properties[name] = plan;
  }
  return { to: "class", class: type.name, properties };
}

function planOf(owner: EmittedType, rule: Validation): Revival | undefined {
  if (emittedProperty(owner, rule.propertyName) === Date) return { to: "Date" };
  const nested = nestedClass(owner, rule);
  if (!nested) return undefined;
  return isListed(owner, rule) ? { to: "array", items: instancesOf(nested) } : instancesOf(nested);
}

/** The class of the object that a property holds, or of those in its list, where they are checked, too. */
function nestedClass(owner: EmittedType, rule: Validation): EmittedType | undefined {
  if (rule.type !== "nestedValidation") return undefined;
  const { propertyName } = rule;
  const storage = transformerStorage(`the class of ${owner.name}.${propertyName}`);
  const named = storage.findTypeMetadata(owner, propertyName)?.typeFunction() as EmittedType | undefined;
  const type = named ?? (isListed(owner, rule) ? undefined : emittedProperty(owner, propertyName));
  return type === Object ? undefined : type;
}

function isListed(owner: EmittedType, { each, propertyName }: Validation): boolean {
  return each || emittedProperty(owner, propertyName) === Array;
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
  const nested = rules.map((rule) => nestedClass(owner, rule)).find((type) => type !== undefined);
  const object = nested && schemaOf(nested);
  if (!isArray) return { ...(object ?? base(emitted)), ...own };
  const element = object ?? (Object.assign({}, ...ofElements.map(keywords)) as JsonSchema);
  return { type: "array", items: element, ...own };
}

function base(emitted: EmittedType | undefined): JsonSchema {
  if (emitted === String) return { type: "string" };
  if (emitted === Number) return { type: "number" };
  if (emitted === Boolean) return { type: "boolean" };
  if (emitted === Date) return { type: "string", format: "date-time" };
  return {};
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
      return first instanceof RegExp && !/[^gu]/.test(first.flags) ? { pattern: first.source } : {};
    case "isEmail":
      // Options may let more pass, such as a name before the address.
      return { type: "string", ...(first === undefined ? { format: "email" } : {}) };
    case "isUUID":
      return { type: "string", format: "uuid" };
    case "isUrl":
      // By itself it lets `example.com` pass.
      return { type: "string", ...(requiresProtocol(first) ? { format: "uri" } : {}) };
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

function requiresProtocol(options: unknown): boolean {
  return (options as { require_protocol?: unknown } | undefined)?.require_protocol === true;
}
