import { declaredParam, declaredTools } from "../declare/declarations";
import { store } from "../store";
import type { ParamOptions } from "../declare/param";
import { SkillsError } from "../errors";
import type { ParamManifest, SkillManifest, ToolManifest } from "../manifest";
import type { JsonSchema, ObjectSchema } from "../wire";
import { likelyEntry } from "./built-manifest";
import { siteOf, type DeclaredMethod, type SkillClass } from "./class-shape";
import { describeValidatedClass, isValidated } from "./class-validator-schema";
import {
  describeParameter,
  emittedClass,
  emittedParams,
  type EmittedType,
  type ParameterOf,
} from "./emitted-types";
import { asSent } from "./explicit-schema";
import { withParamOptions } from "./param-schema";

/**
 * The last resort, without manifest and compiler: what emitted types, `@Param` and class-validator say. Taken only
 * where that is the whole truth: each parameter has a name by `@Param` or is a decorated DTO.
 *
 * @throws SkillsError S109 where a parameter's name or type is not to be had this way
 */
export function describeFromEmittedTypes(
  skill: SkillClass,
  methods: readonly DeclaredMethod[],
): SkillManifest {
  const place = siteOf(skill);
  return {
    class: skill.name,
    file: place?.file ?? "",
    line: place?.line ?? 0,
    tools: methods.map((declared) => describeMethod(skill, declared)),
  };
}

function describeMethod(skill: SkillClass, { method, static: isStatic }: DeclaredMethod): ToolManifest {
  const target = isStatic ? skill : skill.prototype;
  const shared: Omit<ToolManifest, "inputSchema" | "params"> = {
    method,
    ...(isStatic ? { static: true as const } : {}),
  };
  const options = declaredTools(target).get(method);
  const code = (target as Record<string, unknown>)[method] as (...args: unknown[]) => unknown;
  const count = Math.max(emittedParams(target, method)?.length ?? 0, code.length);
  const params: ParamManifest[] = [];
  const properties: { [name: string]: JsonSchema } = {};
  const required: string[] = [];
  for (let index = 0; index < count; index++) {
    const parameter: ParameterOf = { target, method, index, place: siteOf(skill) };
    const given = emittedParams(target, method)?.[index];
    const declared = declaredParam(target, method, index);
    if (given && (given === AbortSignal || store.contexts.has(given))) {
      params.push({ name: given.name, kind: given === AbortSignal ? "signal" : "context" });
      continue;
    }
    const name = declared?.name ?? dtoName(given);
    if (name === undefined) throw undescribed(parameter);
    const type = classOf(parameter, declared, given);
    const dto = type && describeValidatedClass(type);
    params.push({ name, kind: "input", ...(dto ? { revive: dto.revive } : {}) });
    if (options?.inputSchema) continue;
    properties[name] = withParamOptions(dto ? dto.schema : primitive(parameter, given), declared);
    if (declared?.default === undefined) required.push(name);
  }
  const inputSchema: ObjectSchema = options?.inputSchema
    ? asSent(options.inputSchema)
    : {
        type: "object",
        properties,
        ...(required.length > 0 ? { required } : {}),
        additionalProperties: false,
      };
  return { ...shared, inputSchema, params };
}

/** A DTO needs no `@Param`: its name follows from its class, as in `createOrder(order: CreateOrder)` -> `createOrder`. */
function dtoName(type: EmittedType | undefined): string | undefined {
  if (!type || !isValidated(type)) return undefined;
  return type.name.charAt(0).toLowerCase() + type.name.slice(1);
}

function classOf(
  parameter: ParameterOf,
  declared: ParamOptions | undefined,
  given: EmittedType | undefined,
): EmittedType | undefined {
  const named = declared?.type?.();
  if (named) return named;
  if (given && (given === String || given === Number || given === Boolean)) return undefined;
  // `Object` may be a union, an interface, or an erased class: nothing tells which.
  if (given === Object) throw undescribed({ ...parameter, name: declared?.name });
  const type = emittedClass({ ...parameter, name: declared?.name });
  if (isValidated(type)) return type;
  throw undescribed({ ...parameter, name: declared?.name });
}

function primitive(parameter: ParameterOf, type: EmittedType | undefined): JsonSchema {
  if (type === String) return { type: "string" };
  if (type === Number) return { type: "number" };
  if (type === Boolean) return { type: "boolean" };
  throw undescribed(parameter);
}

function undescribed(parameter: ParameterOf): SkillsError {
  const { target } = parameter;
  const skill = (typeof target === "function" ? target : target.constructor) as SkillClass;
  return new SkillsError("S109", `nothing describes ${describeParameter(parameter)}`, {
    place: parameter.place,
    help: shortenedName(skill) ?? WITHOUT_MANIFEST,
  });
}

const WITHOUT_MANIFEST =
  "install @skills/compiler as a development dependency, and for production run `skills build` after each compile; without both, every parameter needs @Param({ name }) and a primitive type, or must be a class decorated with class-validator";

/** The way out where a built manifest has the class under the name that a bundler took from it. */
function shortenedName(skill: SkillClass): string | undefined {
  const entry = likelyEntry(skill);
  if (!entry) return undefined;
  return `the built manifest has these tools as ${entry.class} of ${entry.file}, and no ${skill.name}: a bundler shortened the name. Give the class one that stays, @Skill({ name: "${entry.class}" }), and run \`skills build\`; or let the bundler keep names`;
}
