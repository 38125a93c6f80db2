import { SkillsError } from "./errors";

/**
 * Packages of the user's that are loaded when first needed: class-validator alone costs some 200 ms. TypeScript
 * and jest see the plain `require`, so bundlers can too.
 */
type ClassTransformer = typeof import("class-transformer");
type ClassValidator = typeof import("class-validator");

let transformer: ClassTransformer | undefined;
let validator: ClassValidator | undefined;

/** @throws SkillsError S112 where it is not installed */
export function classTransformer(what: string): ClassTransformer {
  return (transformer ??= load(
    "class-transformer",
    what,
    () => require("class-transformer") as ClassTransformer,
  ));
}

/** Undefined where it is not installed: then no class can be decorated with it either. */
export function classValidator(): ClassValidator | undefined {
  if (validator) return validator;
  try {
    validator = require("class-validator") as ClassValidator;
  } catch (error) {
    if (!isMissing(error, "class-validator")) throw error;
  }
  return validator;
}

function load<T>(name: string, what: string, require: () => T): T {
  try {
    return require();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw new SkillsError("S112", `${what} needs the package ${name}, which is not installed`, {
      help: `install ${name}`,
      cause: error,
    });
  }
}

function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "MODULE_NOT_FOUND" && String(message).includes(name);
}
