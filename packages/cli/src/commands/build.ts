import { relative } from "node:path";
import { Builder, type BuildResult } from "@skills/compiler/build";
import { hasErrors, printDiagnostics } from "../diagnostics";
import { EXIT, type ExitCode } from "../exit-codes";
import { printJson, progress, type Io } from "../io";
import { untilStopped } from "../watch";

export interface BuildOptions {
  project?: string;
  out?: string;
  watch?: boolean;
  titles?: boolean;
  inlineRefs?: boolean;
  json?: boolean;
}

export async function build(options: BuildOptions, io: Io): Promise<ExitCode> {
  const builder = new Builder(options.watch);
  const first = buildOnce(builder, options, io);
  if (!options.watch) return hasErrors(first.diagnostics) ? EXIT.yours : EXIT.ok;
  await untilStopped(first.folders, () => {
    const result = buildOnce(builder, options, io, true);
    return result.folders;
  });
  return EXIT.ok;
}

function buildOnce(builder: Builder, options: BuildOptions, io: Io, isAgain = false): BuildResult {
  const shown = progress(io);
  const began = performance.now();
  let result: BuildResult;
  try {
    result = builder.build({ ...options, onProgress: shown.step });
  } finally {
    shown.end();
  }
  // What was written is a change, too, and asks for nothing.
  if (isAgain && result.isUpToDate) return result;
  if (options.json) printJson(io, { ...result, folders: undefined });
  else report(result, performance.now() - began, io);
  return result;
}

function report({ diagnostics, root, outputs, tools, isUpToDate }: BuildResult, ms: number, io: Io): void {
  printDiagnostics(io, diagnostics, root);
  if (hasErrors(diagnostics)) {
    io.out("Nothing was written.\n");
    return;
  }
  if (outputs.length === 0) io.out("There are no tools in this project, so there is nothing to write.\n");
  for (const { path, bytes } of outputs) io.out(`${relative(process.cwd(), path)}  ${size(bytes)}\n`);
  const time = `${(ms / 1000).toFixed(2)} s`;
  io.out(
    `${String(tools)} ${tools === 1 ? "tool" : "tools"}, ${isUpToDate ? "nothing changed" : "built"} in ${time}\n`,
  );
}

function size(bytes: number): string {
  return bytes < 10_000 ? `${String(bytes)} B` : `${(bytes / 1024).toFixed(0)} KiB`;
}
