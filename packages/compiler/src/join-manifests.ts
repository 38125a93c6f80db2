import type { Manifest } from "@skills/core";

/** One manifest for several projects, in their order. */
export function joinedManifests(manifests: readonly Manifest[]): Manifest {
  const explicit = manifests.flatMap((manifest) => manifest.explicit ?? []);
  return {
    version: 1,
    skills: manifests.flatMap(({ skills }) => skills),
    functions: manifests.flatMap(({ functions }) => functions),
    ...(explicit.length > 0 ? { explicit } : {}),
  };
}
