import { transformerStorage } from "../peers";
import type { EmittedType } from "./emitted-types";

/**
 * The name under which class-transformer takes a property from plain data, without groups and versions, as dispatch
 * calls it; undefined where it takes none.
 *
 * @throws SkillsError S112 where class-transformer is not installed
 */
export function inputNameOf(type: EmittedType, property: string): string | undefined {
  const storage = transformerStorage(`an argument of class ${type.name}`);
  const exposed = storage.findExposeMetadata(type, property)?.options;
  const excluded = storage.findExcludeMetadata(type, property)?.options;
  const isExposed = exposed !== undefined && isForInput(exposed);
  if (!isExposed && storage.getStrategy(type) === "excludeAll") return undefined;
  const name = isExposed ? exposed.name : undefined;
  // Both exclusion and groups go by the input's name: class-transformer finds neither under another one.
  if (name && name !== property) return name;
  const isExcluded = excluded !== undefined && isForInput(excluded);
  return isExcluded || (exposed?.groups ?? []).length > 0 ? undefined : property;
}

/** The property that class-transformer fills from what plain data has under this name. */
export function propertyOf(type: EmittedType, name: string): string {
  const storage = transformerStorage(`an argument of class ${type.name}`);
  return storage.findExposeMetadataByCustomName(type, name)?.propertyName ?? name;
}

/** Whether class-transformer sets a property even where plain data leaves it out: then to undefined. */
export function isAlwaysSet(type: EmittedType, property: string): boolean {
  return (
    transformerStorage(`an argument of class ${type.name}`).findExposeMetadata(type, property) !== undefined
  );
}

function isForInput({ toPlainOnly, toClassOnly }: { toPlainOnly?: boolean; toClassOnly?: boolean }): boolean {
  return toPlainOnly !== true || toClassOnly === true;
}
