import ts from "typescript";
import { shape } from "./shape";
import type { Describer } from "./kinds";
import { literalValue } from "./primitives";
import type { Walk } from "./walk";

/** A template literal type: the pattern of the strings that it has. */
export const describeTemplate: Describer = (walk, type) =>
  shape({ type: "string", pattern: `^${templatePattern(walk, type as ts.TemplateLiteralType)}$` });

/** `Uppercase<string>` and its three sisters. */
export const describeStringMapping: Describer = (walk, type) =>
  shape({ type: "string", pattern: `^${mappingPattern(walk, type as ts.StringMappingType)}$` });

function templatePattern(walk: Walk, { texts, types }: ts.TemplateLiteralType): string {
  return texts.map(escape).reduce((pattern, text, index) => {
    const part = types[index - 1];
    return pattern + (part ? partPattern(walk, part) : "") + text;
  });
}

const NUMBER = "-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?";

/** The pattern of the keys of an index signature; undefined for `string`, which takes all, and for symbols. */
export function partPatternOf(walk: Walk, key: ts.Type): string | undefined {
  const patterned = ts.TypeFlags.Number | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping;
  return key.flags & patterned ? partPattern(walk, key) : undefined;
}

function partPattern(walk: Walk, type: ts.Type): string {
  const { flags } = type;
  if (flags & ts.TypeFlags.TemplateLiteral) return templatePattern(walk, type as ts.TemplateLiteralType);
  if (flags & ts.TypeFlags.StringMapping) return mappingPattern(walk, type as ts.StringMappingType);
  if (flags & ts.TypeFlags.BigInt) return "-?\\d+";
  if (flags & ts.TypeFlags.Number) return NUMBER;
  if (flags & ts.TypeFlags.Boolean) return "(?:true|false)";
  if (flags & ts.TypeFlags.Literal) return escape(String(literalValue(type)));
  if (type.isUnion()) return `(?:${type.types.map((member) => partPattern(walk, member)).join("|")})`;
  return "[\\s\\S]*";
}

const MAPPED: { [name: string]: string } = {
  Uppercase: "[^a-z]*",
  Lowercase: "[^A-Z]*",
  Capitalize: "(?![a-z])[\\s\\S]*",
  Uncapitalize: "(?![A-Z])[\\s\\S]*",
};

function mappingPattern(_walk: Walk, type: ts.StringMappingType): string {
  return MAPPED[type.symbol.name] ?? "[\\s\\S]*";
}

/** Text that means itself in a pattern. */
export function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
