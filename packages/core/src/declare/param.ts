import { captureSite } from "./call-site";
import { declarationsOf } from "./declarations";
import { wrongTarget, type DecoratorArguments } from "./misuse";

/** What the signature cannot say. The compiler reads it from the source, so every value is a constant there. */
export interface ParamOptions {
  description?: string;
  /** The name of the input's property. Default: the parameter's name. */
  name?: string;
  /** The class of the parameter, or of its elements, where the emitted type does not tell. */
  type?: () => new (...args: never[]) => object;
  /** Least number. */
  min?: number;
  /** Greatest number. */
  max?: number;
  exclusiveMin?: number;
  exclusiveMax?: number;
  multipleOf?: number;
  integer?: boolean;
  /** Characters. */
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  oneOf?: readonly (string | number | boolean | null)[];
  default?: unknown;
  examples?: readonly unknown[];
  deprecated?: boolean;
}

/** The options that limit values, each with its keyword of JSON Schema. */
export const LIMIT_KEYWORDS = {
  min: "minimum",
  max: "maximum",
  exclusiveMin: "exclusiveMinimum",
  exclusiveMax: "exclusiveMaximum",
  multipleOf: "multipleOf",
  minLength: "minLength",
  maxLength: "maxLength",
  pattern: "pattern",
  format: "format",
  minItems: "minItems",
  maxItems: "maxItems",
  uniqueItems: "uniqueItems",
} as const satisfies Partial<Record<keyof ParamOptions, string>>;

/** Says of a parameter what its type cannot: a description, limits, another name. */
export function Param(options: ParamOptions): ParameterDecorator {
  const site = captureSite(Param);
  const decorator = (...args: DecoratorArguments): void => {
    const [target, key, index] = args as [object, string | symbol | undefined, unknown];
    if (typeof key !== "string" || typeof index !== "number")
      throw wrongTarget("Param", "a method's parameter", args, site);
    const declarations = declarationsOf(target);
    let ofMethod = declarations.params.get(key);
    if (!ofMethod) declarations.params.set(key, (ofMethod = new Map<number, ParamOptions>()));
    ofMethod.set(index, options);
    declarations.site ??= site;
  };
  return decorator;
}
