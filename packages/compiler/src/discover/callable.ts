import type ts from "typescript";
import {
  recordOf,
  type CallableManifest,
  type JsonSchema,
  type ObjectSchema,
  type ParamManifest,
  type Revival,
} from "@skills/core";
import type { Context } from "../context";
import { docOf } from "../docs/comments";
import type { DocComment } from "../docs/jsdoc";
import { Refusal, type Spot } from "../problems";
import { assemble } from "../walk/assemble";
import { shape } from "../walk/shape";
import { Walk } from "../walk/walk";
import type { Env } from "../walk/written";
import { describeOutput } from "./output";
import { overloaded } from "./overloads";
import { describeParameter, type Parameter } from "./parameters";
import { warnOfStrayDocs } from "./stray-docs";
import { isTooDeep } from "./too-deep";

export interface Callable {
  context: Context;
  /** More than one where the callable is overloaded. */
  signatures: readonly ts.Signature[];
  /** Where it is declared: own declarations first, then those that it overrides. */
  declarations: readonly ts.SignatureDeclaration[];
  /** From where types are looked at. */
  location: ts.Node;
  /** What the type parameters of a declaration's class stand for. */
  envOf(declaration: ts.Node): Env;
  /** Whether decorators made the compiler emit the classes of its parameters. */
  emitsTypes: boolean;
  spot: Spot;
}

/** Describes a method or function; undefined where it is refused, which a diagnostic then says. */
export function describeCallable(callable: Callable): CallableManifest | undefined {
  try {
    return describe(callable);
  } catch (error) {
    // One signature that breaks the checker, or this compiler, must not cost the project all its other tools.
    const message = error instanceof Error ? error.message : String(error);
    callable.context.report(
      error instanceof RangeError ? "tooLarge" : "crashed",
      callable.spot,
      `the signature could not be described: ${message}`,
      "simplify its types; if they are plain, report this",
    );
    return undefined;
  }
}

function describe(callable: Callable): CallableManifest | undefined {
  const { context, spot } = callable;
  warnOfStrayDocs(callable);
  const description = docsOf(callable)
    .map((doc) => doc.description)
    .find((text) => text !== "");
  const input = describeInput(callable);
  if (!input) return undefined;
  const clash = clashing(input.parameters);
  if (clash !== undefined) {
    context.report(
      "parameterName",
      spot,
      `two parameters give the property "${clash}"`,
      "rename one of them",
    );
    return undefined;
  }
  const { schema, revivals, revive } = input.assembled;
  if (isTooDeep(schema)) {
    context.report(
      "tooLarge",
      spot,
      "its input is nested too deeply, or has too many alternatives, to be checked",
      "split its types, or take less at once",
    );
    return undefined;
  }
  const outputSchema = checkableOutput(callable);
  return {
    ...(description === undefined ? {} : { description }),
    inputSchema: schema as ObjectSchema,
    ...(outputSchema ? { outputSchema } : {}),
    params: input.parameters.map((parameter, index) => paramManifest(parameter, revive[index])),
    ...(revivals ? { revivals } : {}),
  };
}

function checkableOutput(callable: Callable): JsonSchema | undefined {
  const schema = describeOutput(callable);
  if (!schema || !isTooDeep(schema)) return schema;
  callable.context.report(
    "output",
    callable.spot,
    "no output schema, because the return type is nested too deeply, or has too many alternatives, to be checked",
    "return less at once",
  );
  return undefined;
}

export function docsOf({ declarations }: Callable): DocComment[] {
  return declarations.flatMap((declaration) => docOf(declaration) ?? []);
}

function describeInput(callable: Callable) {
  const { context, spot } = callable;
  const warnings: (() => void)[] = [];
  let parameterSpot: Spot = spot;
  const walk = new Walk(context, "input", (problem, message, help) => {
    const at = parameterSpot;
    warnings.push(() => context.report(problem, at, `parameter \`${at.parameter ?? ""}\`: ${message}`, help));
  });
  let isRefused = false;
  const bySignature = callable.signatures.map((signature) =>
    signature.parameters.map((symbol, index) => {
      parameterSpot = spotOfParameter(callable, symbol);
      walk.begin(symbol.name);
      try {
        return describeParameter(callable, walk, symbol, index);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        isRefused = true;
        context.report(
          error.problem,
          parameterSpot,
          `parameter \`${symbol.name}\`: ${error.message}`,
          error.help,
        );
        return undefined;
      }
    }),
  );
  warnings.forEach((report) => report());
  if (isRefused) return undefined;
  const complete = bySignature.map((parameters) => parameters.filter((parameter) => parameter !== undefined));
  const parameters = complete.length === 1 ? complete[0] : overloaded(callable, complete);
  if (!parameters) return undefined;
  const assembled = assemble(
    shape(rootSchema(parameters)),
    parameters.map(({ revive }) => revive),
    walk.definitions,
  );
  return { parameters, assembled };
}

function spotOfParameter({ context, spot, declarations }: Callable, symbol: ts.Symbol): Spot {
  const declaration = symbol.valueDeclaration;
  const isOwn = declaration && declarations.some((own) => own === declaration.parent);
  const at = isOwn ? context.spotOf(declaration) : spot;
  return { ...spot, file: at.file, line: at.line, parameter: symbol.name };
}

function rootSchema(parameters: readonly Parameter[]): JsonSchema {
  const properties = parameters.flatMap((parameter) => parameter.properties);
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    type: "object",
    properties: recordOf(properties.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function clashing(parameters: readonly Parameter[]): string | undefined {
  const names = parameters.flatMap(({ properties }) => properties.map(({ name }) => name));
  return names.find((name, index) => names.indexOf(name) !== index);
}

function paramManifest({ name, kind, properties }: Parameter, revive: Revival | undefined): ParamManifest {
  return {
    name,
    kind,
    ...(kind === "fields" ? { fields: properties.map((property) => property.name) } : {}),
    ...(revive ? { revive } : {}),
  };
}
