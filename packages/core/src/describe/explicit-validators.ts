import { captureSite } from "../declare/call-site";
import { store } from "../store";
import type { JsonSchema } from "../wire";
import { builtManifestFor } from "./built-manifest";
import { takeValidators } from "./built-validators";

/**
 * Takes the validator of a schema that was given to `addTool`, where one was built.
 *
 * @param above the function that the user's file calls: what was built for that file, or given, is looked through
 * @throws SkillsError S115 where what was built cannot be read
 */
export function takeExplicitValidator(schema: JsonSchema, above: (...args: never[]) => unknown): void {
  const beside = builtManifestFor(captureSite(above));
  for (const built of [...store.manifests.map((manifest) => ({ manifest })), ...(beside ? [beside] : [])])
    if (built.manifest.explicit) takeValidators(built, [schema]);
}
