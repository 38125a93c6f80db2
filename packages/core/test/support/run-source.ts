import { compileFunction } from "node:vm";
import { ModuleKind, ScriptTarget, transpileModule, type CompilerOptions } from "typescript";

/** Runs a source as TypeScript compiles it with these options, and gives back what it exports. */
export function runSource(
  source: string,
  options: CompilerOptions,
  modules: { [name: string]: unknown },
): Record<string, unknown> {
  const { outputText } = transpileModule(source, {
    compilerOptions: { target: ScriptTarget.ES2022, module: ModuleKind.CommonJS, ...options },
  });
  const exported: Record<string, unknown> = {};
  const load = compileFunction(outputText, ["require", "exports"]) as (
    require: (name: string) => unknown,
    exports: object,
  ) => void;
  load((name) => modules[name], exported);
  return exported;
}
