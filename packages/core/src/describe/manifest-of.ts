import { declaredTools } from "../declare/declarations";
import { schemasJudged } from "../validate/schemas-judged";
import { store } from "../store";
import { SkillsError } from "../errors";
import type { SkillManifest } from "../manifest";
import type { JsonSchema } from "../wire";
import { builtManifestFor, fittingEntry } from "./built-manifest";
import { takeValidators } from "./built-validators";
import { declaredMethods, recordOf, siteOf, type DeclaredMethod, type SkillClass } from "./class-shape";
import { describeFromSources } from "./from-sources";
import { describeFromEmittedTypes } from "./from-emitted-types";

const described = new WeakMap<SkillClass, SkillManifest>();

/**
 * The described shape of a class: its tools' schemas, docs and parameters. Found, in this order, in a manifest
 * given by `useManifest`, in one that was built next to the class's output, by the compiler in the class's own source (development and tests), or in emitted types.
 *
 * @throws SkillsError S105 where the class has no tools, S116 where a built manifest no longer
 *   fits, S2xx where the compiler refuses a signature,
 *   S110 where nothing describes the class
 */
export function manifestOf(skill: SkillClass): SkillManifest {
  let found = described.get(skill);
  if (!found) {
    found = describe(skill);
    described.set(skill, found);
  }
  return found;
}

function describe(skill: SkillClass): SkillManifest {
  const methods = declaredMethods(skill);
  if (methods.length === 0) {
    const site = siteOf(skill);
    throw new SkillsError("S105", `${skill.name || "An anonymous class"} has no tools`, {
      place: site,
      help: "put @Tool() on the methods that the model may call",
    });
  }
  return (
    describeFromBuilt(skill, methods) ??
    describeFromSources(skill, methods) ??
    describeFromEmittedTypes(skill, methods)
  );
}

function describeFromBuilt(skill: SkillClass, methods: readonly DeclaredMethod[]): SkillManifest | undefined {
  const given = store.manifests.map((manifest) => ({ manifest }));
  const site = recordOf(skill);
  const beside = site && builtManifestFor(site);
  for (const built of beside ? [...given, beside] : given) {
    const entry = fittingEntry(built, skill);
    if (!entry) continue;
    takeValidators(built, [...entry.tools.flatMap(schemasJudged), ...explicitSchemas(skill, methods)]);
    return entry;
  }
  return undefined;
}

function explicitSchemas(skill: SkillClass, methods: readonly DeclaredMethod[]): JsonSchema[] {
  return methods.flatMap(({ method, static: isStatic }) => {
    const { inputSchema } = declaredTools(isStatic ? skill : skill.prototype).get(method) ?? {};
    return inputSchema ? [inputSchema] : [];
  });
}
