import { existsSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { SkillsError } from "@skills/core";

const TYPESCRIPT = [".ts", ".tsx", ".cts", ".mts"];

/** As much of a loaded module as Node's own loaders use, and its types do not name. */
interface Compilable {
  _compile(code: string, file: string): void;
}

interface Resolver {
  _resolveFilename(request: string, parent: { filename?: string } | undefined, ...rest: unknown[]): string;
}

/**
 * Loads a module of the user's: TypeScript is compiled in memory, unless a loader was given that does it.
 *
 * @param required modules to load first, found from the working directory: `ts-node/register`
 * @throws SkillsError S250 where there is no such file, or where it throws
 */
export async function loadModule(path: string, required: readonly string[] = []): Promise<object> {
  const file = resolve(path);
  if (!existsSync(file))
    throw new SkillsError("S250", `there is no file ${path}`, {
      help: "name a file: src/orders.ts[:Export]",
    });
  const load = createRequire(join(process.cwd(), "-"));
  try {
    if (TYPESCRIPT.includes(extname(file))) acceptTypeScript();
    // After ours: theirs is the one that counts then.
    for (const module of required) load(module);
    return (await loaded(load, file)) as object;
  } catch (cause) {
    throw new SkillsError("S250", `${path} cannot be loaded`, {
      help: "it has to load by itself: no more than an import stands between it and its tools",
      cause,
    });
  }
}

async function loaded(load: NodeJS.Require, file: string): Promise<unknown> {
  try {
    return load(file);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== "ERR_REQUIRE_ESM" && code !== "ERR_REQUIRE_ASYNC_MODULE") throw error;
    return import(pathToFileURL(file).href);
  }
}

let isAccepted = false;

function acceptTypeScript(): void {
  // A loader that runs already knows better (Node's own does not take decorators).
  const isTaken = require.extensions[".ts"] !== undefined && !("typescript" in process.features);
  if (isAccepted || isTaken) return;
  isAccepted = true;
  const { Transpiler } = require("@skills/compiler") as typeof import("@skills/compiler");
  const transpiler = new Transpiler();
  process.setSourceMapsEnabled(true);
  for (const extension of TYPESCRIPT) {
    require.extensions[extension] = (module, file) => {
      (module as unknown as Compilable)._compile(transpiler.transpile(file), file);
    };
  }
  const resolver = Module as unknown as Resolver;
  const resolveFilename = resolver._resolveFilename;
  resolver._resolveFilename = function (request, parent, ...rest) {
    try {
      return resolveFilename.call(this, request, parent, ...rest);
    } catch (error) {
      const from = parent?.filename;
      const isOurs = from !== undefined && TYPESCRIPT.includes(extname(from));
      const found = isOurs ? transpiler.resolve(request, from) : undefined;
      if (found === undefined) throw error;
      return found;
    }
  };
}
