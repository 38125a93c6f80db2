import type { CallableManifest, FunctionManifest, Manifest, SkillManifest, ToolManifest } from "../manifest";

/** Anything that JSON may hold, with the names of what it should be. */
type Unread<T> = { [Key in keyof T]?: unknown } | null | undefined;

/** Whether what was read has the parts of a manifest of this version, down to the parameters of each tool. */
export function isManifest(read: unknown): read is Manifest {
  const manifest = read as Unread<Manifest>;
  return (
    manifest?.version === 1 &&
    isListOf(manifest.skills, isSkill) &&
    isListOf(manifest.functions, isFunction) &&
    (manifest.explicit === undefined || isListOf(manifest.explicit, isObject))
  );
}

function isSkill(read: unknown): boolean {
  const skill = read as Unread<SkillManifest>;
  return typeof skill?.class === "string" && typeof skill.file === "string" && isListOf(skill.tools, isTool);
}

function isTool(read: unknown): boolean {
  return typeof (read as Unread<ToolManifest>)?.method === "string" && isCallable(read);
}

function isFunction(read: unknown): boolean {
  const described = read as Unread<FunctionManifest>;
  return typeof described?.name === "string" && typeof described.file === "string" && isCallable(described);
}

function isCallable(read: unknown): boolean {
  const { inputSchema, params } = read as { [Key in keyof CallableManifest]?: unknown };
  return isObject(inputSchema) && isListOf(params, isObject);
}

function isListOf(read: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(read) && read.every(isItem);
}

function isObject(read: unknown): boolean {
  return typeof read === "object" && read !== null && !Array.isArray(read);
}
