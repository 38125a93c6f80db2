import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export type Source =
  /** A TypeScript source, or declarations where there is no source. */
  { kind: "source" | "declarations"; file: string } | { kind: "none"; why: string };

/** The TypeScript file that a loaded module came from. */
export function sourceOf(file: string): Source {
  if (/\.d\.[cm]?ts$/.test(file)) return { kind: "declarations", file };
  if (/\.[cm]?tsx?$/.test(file)) return { kind: "source", file };
  const mapped = mappedSources(file);
  const [source] = mapped;
  if (source !== undefined && mapped.length === 1) return { kind: "source", file: source };
  const declarations = file.replace(/\.([cm]?)jsx?$/, ".d.$1ts");
  if (declarations !== file && existsSync(declarations)) return { kind: "declarations", file: declarations };
  return {
    kind: "none",
    why:
      mapped.length > 1
        ? `it was bundled from ${String(mapped.length)} sources`
        : "it has no source map and no .d.ts beside it",
  };
}

function mappedSources(file: string): string[] {
  try {
    const map = sourceMapOf(file);
    const { sourceRoot = "", sources } = JSON.parse(map.text) as { sourceRoot?: string; sources?: unknown };
    if (!Array.isArray(sources)) return [];
    return sources
      .filter((source): source is string => typeof source === "string" && /\.[cm]?tsx?$/.test(source))
      .map((source) => absolute(map.folder, sourceRoot, source))
      .filter((source) => existsSync(source));
  } catch {
    return [];
  }
}

function absolute(folder: string, sourceRoot: string, source: string): string {
  if (source.startsWith("file:")) return fileURLToPath(source);
  if (sourceRoot.startsWith("file:")) return resolve(fileURLToPath(sourceRoot), source);
  return resolve(folder, sourceRoot, source);
}

function sourceMapOf(file: string): { text: string; folder: string } {
  const references = [...readFileSync(file, "utf8").matchAll(/^\/\/[#@] sourceMappingURL=(\S+)\s*$/gm)];
  const url = references.at(-1)?.[1] ?? "";
  const inline = /^data:application\/json[^,]*?(;base64)?,(.*)$/s.exec(url);
  if (inline) {
    const [, base64, data = ""] = inline;
    const text = base64 ? Buffer.from(data, "base64").toString("utf8") : decodeURIComponent(data);
    return { text, folder: dirname(file) };
  }
  const path = resolve(dirname(file), decodeURIComponent(url));
  return { text: readFileSync(path, "utf8"), folder: dirname(path) };
}
