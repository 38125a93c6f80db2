import { store } from "../declare/declarations";
import { SkillsError } from "../errors";
import type { Manifest } from "../manifest";

/**
 * Gives a built manifest to classes that cannot find theirs: bundled code, above all. Call it before the first
 * tool set is made.
 *
 * @throws SkillsError S115 where it is no manifest of this version
 */
export function useManifest(manifest: Manifest): void {
  if (
    typeof manifest !== "object" ||
    (manifest as { version?: unknown }).version !== 1 ||
    !Array.isArray(manifest.skills)
  ) {
    throw new SkillsError("S115", "this is no manifest that this version of @skills/core reads", {
      help: "build it again with the @skills/compiler of the same version",
    });
  }
  store.manifests.unshift(manifest);
}
