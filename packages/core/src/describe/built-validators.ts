import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openValidators, provideValidators, type ReadyValidators } from "../validate/ready-validators";
import type { StandaloneValidators } from "../validate/standalone";
import { SkillsError } from "../errors";
import type { Manifest } from "../manifest";
import type { JsonSchema } from "../wire";
import type { BuiltManifest } from "./built-manifest";

/** What `skills build` writes beside the manifest: validators that need no compiling, and so no `eval`. */
export const VALIDATORS_FILE = "skills.validators.cjs";

const known = new WeakMap<Manifest, ReadyValidators | undefined>();

/** For a manifest that has no file of its own. */
export function giveValidators(manifest: Manifest, validators: StandaloneValidators): void {
  known.set(manifest, openValidators(validators));
}

/**
 * Takes the validators of some schemas from beside a built manifest. Where there are none, ajv compiles them in the
 * process.
 *
 * @throws SkillsError S115 where the file beside the manifest holds no validators, or those of other versions
 */
export function takeValidators({ manifest, file }: BuiltManifest, schemas: readonly JsonSchema[]): void {
  if (!known.has(manifest)) known.set(manifest, file === undefined ? undefined : besideManifest(file));
  const ready = known.get(manifest);
  if (ready) provideValidators(schemas, ready);
}

function besideManifest(manifestFile: string): ReadyValidators | undefined {
  const file = join(dirname(manifestFile), VALIDATORS_FILE);
  if (!existsSync(file)) return undefined;
  let validators: unknown;
  try {
    validators = createRequire(file)(file);
  } catch (cause) {
    throw new SkillsError("S115", "this file holds no validators", {
      place: { file },
      help: "run `skills build` again",
      cause,
    });
  }
  return openValidators(validators as StandaloneValidators, file);
}
