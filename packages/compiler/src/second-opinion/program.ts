import ts from "typescript";
import { Context } from "../context";
import { contextsOf } from "../contract/inspect";

/**
 * The programs of a project with their doc comments as TypeScript reads them: our own compiler does without these,
 * but the other generator takes limits from there.
 */
export function contextsWithDocs(config: string, root: string): Context[] {
  return contextsOf(config, root).map(({ program, host, isLooseNull }) => {
    const options = program.getCompilerOptions();
    const again = ts.createProgram({ rootNames: program.getRootFileNames(), options });
    return new Context(again, host, root, isLooseNull);
  });
}
