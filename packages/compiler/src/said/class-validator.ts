import ts from "typescript";
import type { JsonSchema } from "@skills/core";
import { bare } from "../constants";
import type { Context } from "../context";
import { decoratorsFrom, type Decoration } from "../decorators";
import { mergeSaid, type Said } from "./said";

export interface ValidatorSaid extends Said {
  /** Whether the check at run time excuses what is absent, or refuses it; undefined where the type decides. */
  presence?: "optional" | "required";
}

/** These look at the other rules' value only sometimes. */
const CONDITIONS = new Set(["IsOptional", "ValidateIf"]);

/** These let `undefined` pass, or may do so. */
const LENIENT = new Set([
  "Allow",
  "IsEmpty",
  "IsNotIn",
  "NotEquals",
  "Validate",
  "ValidateBy",
  "ValidateNested",
  "ValidatePromise",
]);

/**
 * What class-validator's decorators say of a property, read from their syntax, so that the schema and the check at
 * run time agree. A decorator that no keyword stands for, or whose argument is not a constant, is left to run time.
 */
export function saidByValidators(context: Context, property: ts.Node): ValidatorSaid | undefined {
  let found: ValidatorSaid | undefined;
  for (const decoration of decoratorsFrom(context, property, "class-validator")) {
    const said = saidByValidator(context, decoration);
    const placed: Said = isForEach(context, decoration) ? { each: said } : said;
    const presence =
      found?.presence === "optional" ? "optional" : (presenceBy(decoration) ?? found?.presence);
    found = { ...mergeSaid(found, placed), ...(presence ? { presence } : {}) };
  }
  return found;
}

function presenceBy({ name, args }: Decoration): ValidatorSaid["presence"] {
  if (CONDITIONS.has(name)) return "optional";
  return LENIENT.has(name) || hasCondition(args.at(-1)) ? undefined : "required";
}

/** `{ validateIf: … }` of one rule. */
function hasCondition(options: ts.Expression | undefined): boolean {
  const literal = options && bare(options);
  if (!literal || !ts.isObjectLiteralExpression(literal)) return false;
  return literal.properties.some(({ name }) => name?.getText() === "validateIf");
}

/** `{ each: true }` in the last argument: of each element. */
function isForEach(context: Context, { args }: Decoration): boolean {
  const last = args.at(-1);
  const value = last && context.constants.evaluate(last)?.value;
  return typeof value === "object" && value !== null && (value as { each?: unknown }).each === true;
}

function saidByValidator(context: Context, { name, args }: Decoration): Said {
  const value = (index: number): unknown => {
    const argument = args[index];
    return argument && context.constants.evaluate(argument)?.value;
  };
  const limit = (keyword: string, limitValue: unknown): Said =>
    typeof limitValue === "number" ? { limits: { [keyword]: limitValue } } : {};
  switch (name) {
    case "Min":
      return limit("minimum", value(0));
    case "Max":
      return limit("maximum", value(0));
    case "IsPositive":
      return { limits: { exclusiveMinimum: 0 } };
    case "IsNegative":
      return { limits: { exclusiveMaximum: 0 } };
    case "IsDivisibleBy":
      return limit("multipleOf", value(0));
    case "IsInt":
      return { integer: true };
    case "IsNotEmpty":
      return { nonEmpty: true };
    case "MinLength":
      return limit("minLength", value(0));
    case "MaxLength":
      return limit("maxLength", value(0));
    case "Length":
    case "IsLength":
      return mergeSaid(limit("minLength", value(0)), limit("maxLength", value(1)));
    case "Matches":
      return typeof value(0) === "string" && typeof value(1) !== "string"
        ? patternOf(value(0) as string)
        : pattern(args);
    case "ArrayMinSize":
      return limit("minItems", value(0));
    case "ArrayMaxSize":
      return limit("maxItems", value(0));
    case "ArrayNotEmpty":
      return { limits: { minItems: 1 } };
    case "ArrayUnique":
      return args.some((argument) => ts.isFunctionLike(bare(argument)))
        ? {}
        : { limits: { uniqueItems: true } };
    case "IsIn":
      return oneOf(value(0));
    case "IsEnum":
      return oneOf(valuesOf(context, args[0]));
    case "Equals":
      return value(0) === undefined ? {} : { oneOf: [value(0)] };
    case "IsUrl":
      // By itself it lets `example.com` pass.
      return isTrue(value(0), "require_protocol") ? { limits: { format: "uri" } } : {};
    default: {
      const keywords = isBare(value(0)) || !TAKE_OPTIONS.has(name) ? OF_TEXTS[name] : undefined;
      return keywords ? { limits: { ...keywords } } : {};
    }
  }
}

/** What rules about texts refuse without options, a schema refuses as well; it never refuses what they let pass. */
const OF_TEXTS: { [decorator: string]: JsonSchema | undefined } = {
  IsEmail: { format: "email" },
  IsUUID: { format: "uuid" },
  IsFQDN: { format: "hostname" },
  IsAlpha: { pattern: "^[A-Za-z]+$" },
  IsAlphanumeric: { pattern: "^[0-9A-Za-z]+$" },
  IsNumberString: { pattern: "^[+-]?(?:[0-9]*\\.)?[0-9]+$" },
  IsHexadecimal: { pattern: "^(?:0[xXhH])?[0-9A-Fa-f]+$" },
};

/** Their first argument may let more pass: a language's letters, a name before an address. */
const TAKE_OPTIONS = new Set(["IsEmail", "IsFQDN", "IsAlpha", "IsAlphanumeric", "IsNumberString"]);

function isBare(options: unknown): boolean {
  return options === undefined || (isObject(options) && Object.keys(options).length === 0);
}

function isTrue(options: unknown, name: string): boolean {
  return isObject(options) && options[name] === true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Only a pattern that means the same without flags. */
function pattern(args: readonly ts.Expression[]): Said {
  const literal = args[0] && bare(args[0]);
  if (!literal || !ts.isRegularExpressionLiteral(literal)) return {};
  const { source, flags } = splitRegExp(literal.text);
  return /[^gu]/.test(flags) ? {} : patternOf(source);
}

function patternOf(source: string): Said {
  try {
    new RegExp(source, "u");
  } catch {
    return {};
  }
  return { limits: { pattern: source } };
}

function splitRegExp(text: string): { source: string; flags: string } {
  const end = text.lastIndexOf("/");
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

function oneOf(values: unknown): Said {
  return Array.isArray(values) && values.length > 0 ? { oneOf: values as unknown[] } : {};
}

/** The values of an enum, or of an object of constants, that is named as an argument. */
function valuesOf(context: Context, argument: ts.Expression | undefined): unknown[] | undefined {
  const declaration = argument && context.symbolAt(argument)?.valueDeclaration;
  if (declaration && ts.isEnumDeclaration(declaration)) {
    const values = declaration.members.map((member) => context.checker.getConstantValue(member));
    return values.includes(undefined) ? undefined : values;
  }
  const object = argument && context.constants.evaluate(argument)?.value;
  return typeof object === "object" && object !== null ? Object.values(object) : undefined;
}
