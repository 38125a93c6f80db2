import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, resolve } from "node:path";
import type { Place } from "../errors";

/** The line of the TypeScript source behind a place; undefined where it is compiled code that has no source map. */
export function sourceLine({ file, line }: Required<Place>): number | undefined {
  if (/\.[cm]?tsx?$/.test(file)) return line;
  const map = sourceMapOf(file);
  // A line of a decorator's call holds little else: its last mapping is as good as any.
  const entry = map?.findEntry(line - 1, Number.MAX_SAFE_INTEGER);
  return entry && "originalLine" in entry ? entry.originalLine + 1 : undefined;
}

function sourceMapOf(file: string): SourceMap | undefined {
  const url = /^\/\/# sourceMappingURL=(\S+)\s*$/m.exec(readFileSync(file, "utf8"))?.[1];
  if (url === undefined) return undefined;
  const inline = /^data:application\/json;(?:charset=[^;]+;)?base64,(.*)$/.exec(url)?.[1];
  const path = resolve(dirname(file), decodeURIComponent(url));
  const text = inline
    ? Buffer.from(inline, "base64").toString()
    : existsSync(path)
      ? readFileSync(path, "utf8")
      : undefined;
  return text === undefined
    ? undefined
    : new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]);
}
