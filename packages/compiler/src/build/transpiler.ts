import { readFileSync } from "node:fs";
import ts from "typescript";
import { Projects } from "../program/project";

/** Turns single TypeScript files into what `require` can run, as the project's own options say. */
export class Transpiler {
  private readonly projects = new Projects(ts.sys);

  /** CommonJS with its source map inside. Types are not checked. */
  transpile(file: string): string {
    const { outputText } = ts.transpileModule(readFileSync(file, "utf8"), {
      fileName: file,
      compilerOptions: {
        ...this.projects.of(file).options,
        module: ts.ModuleKind.CommonJS,
        moduleResolution: undefined,
        verbatimModuleSyntax: false,
        esModuleInterop: true,
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        inlineSourceMap: true,
        inlineSources: true,
        sourceMap: false,
        // A source map's paths go from where the output would lie; it lies nowhere, and is run in its source's place.
        outDir: undefined,
        rootDir: undefined,
        sourceRoot: undefined,
        mapRoot: undefined,
        noEmit: false,
        declaration: false,
        declarationMap: false,
        emitDeclarationOnly: false,
        composite: false,
        incremental: false,
        tsBuildInfoFile: undefined,
        noEmitHelpers: false,
        importHelpers: false,
      },
    });
    return outputText;
  }

  /** The TypeScript file that an import means: by `paths`, or by the name of the `.js` that it becomes. */
  resolve(specifier: string, from: string): string | undefined {
    const { options } = this.projects.of(from);
    const { resolvedModule } = ts.resolveModuleName(specifier, from, options, ts.sys);
    const file = resolvedModule?.resolvedFileName;
    return file !== undefined && /(?<!\.d)\.[cm]?tsx?$/.test(file) ? file : undefined;
  }
}
