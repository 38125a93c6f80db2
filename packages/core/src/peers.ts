import { SkillsError } from "./errors";

/**
 * Packages of the user's that are loaded when first needed: class-validator alone costs some 200 ms. Each `require` is
 * plain, and stands in a `try` of its own function: so bundlers see it, and go on without a package that is not there.
 */
type ClassTransformer = typeof import("class-transformer");
type ClassValidator = typeof import("class-validator");
type OpenTelemetry = typeof import("@opentelemetry/api");

/** What class-transformer knows of its decorators: it is exported nowhere else. */
interface TransformerStorage {
  findTypeMetadata(target: unknown, property: string): { typeFunction(): unknown } | undefined;
  findExposeMetadata(
    target: unknown,
    property: string,
  ): { options: import("class-transformer").ExposeOptions } | undefined;
  findExcludeMetadata(
    target: unknown,
    property: string,
  ): { options: import("class-transformer").ExcludeOptions } | undefined;
  findExposeMetadataByCustomName(target: unknown, name: string): { propertyName: string } | undefined;
  /** By the class's own decorators. */
  getStrategy(target: unknown): "excludeAll" | "exposeAll" | "none";
}

let transformer: ClassTransformer | undefined;
let storage: TransformerStorage | undefined;
let validator: ClassValidator | undefined;
let telemetry: OpenTelemetry | undefined;

/** @throws SkillsError S112 where it is not installed */
export function classTransformer(what: string): ClassTransformer {
  try {
    return (transformer ??= require("class-transformer") as ClassTransformer);
  } catch (error) {
    throw needed("class-transformer", what, error);
  }
}

/** @throws SkillsError S112 where it is not installed */
export function transformerStorage(what: string): TransformerStorage {
  try {
    return (storage ??= (
      require("class-transformer/cjs/storage") as { defaultMetadataStorage: TransformerStorage }
    ).defaultMetadataStorage);
  } catch (error) {
    throw needed("class-transformer", what, error);
  }
}

/** Undefined where it is not installed: then no class can be decorated with it either. */
export function classValidator(): ClassValidator | undefined {
  try {
    return (validator ??= require("class-validator") as ClassValidator);
  } catch (error) {
    if (!isMissing(error, "class-validator")) throw error;
    return undefined;
  }
}

/** Undefined where it is not installed: then a tracer comes from another copy, whose version nobody knows. */
export function openTelemetry(): OpenTelemetry | undefined {
  try {
    return (telemetry ??= require("@opentelemetry/api") as OpenTelemetry);
  } catch (error) {
    if (!isMissing(error, "@opentelemetry/api")) throw error;
    return undefined;
  }
}

function needed(name: string, what: string, error: unknown): unknown {
  if (!isMissing(error, name)) return error;
  return new SkillsError("S112", `${what} needs the package ${name}, which is not installed`, {
    help: `install ${name}`,
    cause: error,
  });
}

function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "MODULE_NOT_FOUND" && String(message).includes(name);
}
