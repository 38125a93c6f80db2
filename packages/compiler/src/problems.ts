import type { Diagnostic } from "@skills/core";

/** Every problem that the compiler names: what a code means, and how bad it is. An error refuses its method. */
export const PROBLEMS = {
  /** A type that JSON cannot hold or that no schema describes. */
  undescribable: { code: "S201", severity: "error" },
  /** A name or module that the checker cannot resolve. */
  unresolved: { code: "S202", severity: "error" },
  /** `any`: everything is let in. */
  any: { code: "S203", severity: "warning" },
  /** A limit or doc tag whose value cannot be read. */
  badTag: { code: "S204", severity: "error" },
  /** Limits that exclude each other, or that do not fit the type. */
  contradiction: { code: "S205", severity: "error" },
  /** An argument of a decorator that is not a constant. */
  notConstant: { code: "S206", severity: "error" },
  /** Parameters without a name, or two of one name. */
  parameterName: { code: "S207", severity: "error" },
  /** Overloads that name one position differently. */
  overloads: { code: "S208", severity: "error" },
  /** A property name that the API refuses. */
  propertyName: { code: "S209", severity: "error" },
  /** An argument of `addTool` that is not the name of a function. */
  functionArgument: { code: "S210", severity: "error" },
  /** A source that does not parse. */
  syntax: { code: "S211", severity: "error" },
  /** A tsconfig.json that is missing or broken. */
  project: { code: "S212", severity: "error" },
  /** The project does not check for null; the compiler does. */
  looseNull: { code: "S213", severity: "warning" },
  /** Decorators that would be compiled as standard ones, which run time refuses. */
  standardDecorators: { code: "S101", severity: "warning" },
  /** A return type that cannot be described: the tool has no output schema. */
  output: { code: "S214", severity: "warning" },
  /** A class whose instances nothing makes: the method receives plain objects. */
  plainInstance: { code: "S215", severity: "warning" },
  /** A parameter of a class that the user's compiler does not emit: dispatch would say the same. */
  erasedClass: { code: "S108", severity: "error" },
  /** A class in JavaScript without types beside it. */
  noTypes: { code: "S216", severity: "error" },
  /** A type that is too deep or too large to describe. */
  tooLarge: { code: "S217", severity: "error" },
  /** A kind of type that this compiler does not know. */
  unknownKind: { code: "S218", severity: "error" },
  /** A schema given to a tool that is known at run time only: no validator can be built for it. */
  schemaUnknown: { code: "S220", severity: "warning" },
  /** A `@param` of a name that no parameter has. */
  strayDoc: { code: "S221", severity: "warning" },
  /** Limits of an alias that stand in a type which is worked out. */
  lostLimits: { code: "S222", severity: "warning" },
  /** A schema given to a tool that is no JSON Schema. */
  noSchema: { code: "S114", severity: "error" },
  /** The compiler's own process failed. */
  crashed: { code: "S219", severity: "error" },
} as const satisfies Record<string, Pick<Diagnostic, "code" | "severity">>;

export type Problem = keyof typeof PROBLEMS;

/** Where in the sources a problem stands. */
export type Spot = Pick<Diagnostic, "file" | "line" | "class" | "method" | "parameter">;

export function diagnostic(problem: Problem, spot: Spot, message: string, help: string): Diagnostic {
  return { ...PROBLEMS[problem], message, ...spot, help };
}

/** Thrown inside the walk by what cannot be described; caught at the parameter or return type that it belongs to. */
export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    message: string,
    readonly help: string,
  ) {
    super(message);
  }
}
