import { store } from "../declare/declarations";
import type { Manifest } from "../manifest";
import { checkedManifest } from "./built-manifest";

/**
 * Gives a built manifest to classes that cannot find theirs: bundled code, above all. Call it before the first
 * tool set is made.
 *
 * @throws SkillsError S115 where it is no manifest of this version
 */
export function useManifest(manifest: Manifest): void {
  store.manifests.unshift(checkedManifest(manifest));
}
