import { store } from "../store";
import type { Manifest } from "../manifest";
import type { StandaloneValidators } from "../validate/standalone";
import { checkedManifest } from "./built-manifest";
import { giveValidators } from "./built-validators";

/**
 * Gives a built manifest to classes that cannot find theirs: bundled code, above all. Call it before the first
 * tool set is made.
 *
 * @param validators what `skills.validators.cjs`, beside the manifest, exports: with them no input's schema has to be
 *   compiled at run time
 * @throws SkillsError S115 where it is no manifest of this version
 */
export function useManifest(manifest: Manifest, validators?: StandaloneValidators): void {
  store.manifests.unshift(checkedManifest(manifest));
  if (validators) giveValidators(manifest, validators);
}
