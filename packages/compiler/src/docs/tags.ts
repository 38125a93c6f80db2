import ts from "typescript";
import type { JsonSchema } from "@skills/core";
import { ConstantEvaluator, isJson } from "../constants";
import { Refusal } from "../problems";
import type { Said } from "../said/said";
import { hasParseErrors } from "../walk/internals";
import type { DocTag, DocText } from "./jsdoc";

type Reader = (said: Said, text: string, tag: string) => void;

const limit =
  (keyword: string, read: (text: string, tag: string) => unknown): Reader =>
  (said, text, tag) => {
    said.limits = { ...said.limits, [keyword]: read(text, tag) } satisfies JsonSchema;
  };

const READERS: { [tag: string]: Reader | undefined } = {
  minimum: limit("minimum", number),
  maximum: limit("maximum", number),
  min: limit("minimum", number),
  max: limit("maximum", number),
  exclusiveMinimum: limit("exclusiveMinimum", number),
  exclusiveMaximum: limit("exclusiveMaximum", number),
  multipleOf: limit("multipleOf", number),
  minLength: limit("minLength", count),
  maxLength: limit("maxLength", count),
  minItems: limit("minItems", count),
  maxItems: limit("maxItems", count),
  uniqueItems: limit("uniqueItems", (text) => text !== "false"),
  pattern: limit("pattern", pattern),
  format: limit("format", word),
  integer: (said) => {
    said.integer = true;
  },
  asType: (said, text, tag) => {
    if (word(text, tag) !== "integer") throw badTag(tag, text, '"integer"');
    said.integer = true;
  },
  oneOf: (said, text, tag) => {
    const values = constant(`[${text}]`);
    if (!Array.isArray(values?.value) || values.value.length === 0)
      throw badTag(tag, text, 'values with commas between them: @oneOf "a", "b"');
    said.oneOf = values.value as unknown[];
  },
  default: readDefault,
  defaultValue: readDefault,
  example: (said, text) => {
    said.examples = [...(said.examples ?? []), { value: text, ...constant(text), text }];
  },
  deprecated: (said) => {
    said.deprecated = true;
  },
};

/** What a doc comment says of the value that it stands on. Undefined where it says nothing. */
export function saidInDoc(doc: DocText | undefined): Said | undefined {
  if (!doc) return undefined;
  const said: Said = doc.description === "" ? {} : { description: doc.description };
  for (const tag of doc.tags) readTag(said, tag);
  return said;
}

function readTag(said: Said, { name, text }: DocTag): void {
  READERS[name]?.(said, text, name);
}

function readDefault(said: Said, text: string, tag: string): void {
  const found = constant(text);
  if (found) {
    said.default = { ...found, text };
    return;
  }
  if (text === "undefined") return;
  // `@default none` is a string without quotes; what looks like code is not, and is never evaluated.
  if (!/^[\w .:/+-]+$/.test(text)) throw badTag(tag, text, "a literal: a number, a string, JSON");
  said.default = { value: text };
}

function number(text: string, tag: string): number {
  const value = Number(/^\{?([^\s}]*)/.exec(text)?.[1]);
  if (text.trim() === "" || !Number.isFinite(value)) throw badTag(tag, text, "a number");
  return value;
}

function count(text: string, tag: string): number {
  const value = number(text, tag);
  if (!Number.isInteger(value) || value < 0) throw badTag(tag, text, "a whole number, not negative");
  return value;
}

function word(text: string, tag: string): string {
  const found = /^\S+/.exec(unquoted(text))?.[0];
  if (!found) throw badTag(tag, text, "a word");
  return found;
}

function pattern(text: string, tag: string): string {
  const [line = ""] = text.split("\n");
  const slashes = /^\/(.*)\/[a-z]*$/.exec(line.trim());
  const source = slashes ? (slashes[1] ?? "") : unquoted(line.trim());
  try {
    new RegExp(source, "u");
  } catch {
    throw badTag(tag, text, "a regular expression that works with the u flag");
  }
  if (source === "") throw badTag(tag, text, "a regular expression");
  return source;
}

function unquoted(text: string): string {
  return /^(["'`])(.*)\1$/s.exec(text)?.[2] ?? text;
}

function badTag(tag: string, text: string, takes: string): Refusal {
  return new Refusal("badTag", `@${tag} ${text}`.trim() + " cannot be read", `@${tag} takes ${takes}`);
}

/** The value of a literal expression in a doc comment; names mean nothing there. */
function constant(text: string): { value: unknown } | undefined {
  const source = ts.createSourceFile("doc.ts", `(${text}\n)`, ts.ScriptTarget.Latest, true);
  const [statement, ...others] = source.statements;
  if (!statement || others.length > 0 || !ts.isExpressionStatement(statement) || hasParseErrors(source))
    return undefined;
  const value = new ConstantEvaluator().evaluate(statement.expression);
  return value && value.value !== undefined && isJson(value.value) ? value : undefined;
}
