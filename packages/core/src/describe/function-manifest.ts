import { resolve } from "node:path";
import { captureSite, framesOf } from "../declare/call-site";
import { schemasJudged } from "../validate/schemas-judged";
import { SkillsError, type Place } from "../errors";
import type { FunctionManifest } from "../manifest";
import { store } from "../store";
import { builtManifestFor, type BuiltManifest } from "./built-manifest";
import { takeValidators } from "./built-validators";
import { loadCompiler } from "./from-sources";
import { nearestTo } from "./nearest-file";
import { sourceLine } from "./source-line";

const described = new WeakMap<object, FunctionManifest>();

/**
 * The described shape of a plain function that stands, by name or written in place, in a call of `addTool`.
 *
 * @throws SkillsError S113 where the source does not tell which function it is, S2xx where the compiler refuses it,
 *   S109 where nothing describes it
 */
export function manifestOfFunction(
  fn: { name: string },
  above: (...args: never[]) => unknown,
): FunctionManifest {
  let found = described.get(fn);
  if (!found) described.set(fn, (found = describe(fn, above)));
  return found;
}

function describe(fn: { name: string }, above: (...args: never[]) => unknown): FunctionManifest {
  const recorded = captureSite(above);
  const site = framesOf(recorded)[0];
  const beside = builtManifestFor(recorded);
  const named = builtUnder(fn.name, beside);
  const built = chosen(named, site);
  if (built) {
    takeValidators(built.from, schemasJudged(built.entry));
    return built.entry;
  }
  const compiler = site && loadCompiler(site.file);
  if (!compiler) {
    if (named.length > 0) throw untold("built manifest", fn.name, site);
    throw new SkillsError("S109", `nothing describes the function ${fn.name || "(without a name)"}`, {
      place: site,
      help: "install @skills/compiler as a development dependency, and for production run `skills build` after each compile; or give the tool by its parts: addTool({ name, description, inputSchema, run })",
    });
  }
  const { manifest, root, diagnostics, source = site.file } = compiler.manifestForFile(site.file, fn.name);
  const compiled = manifest.functions.filter(({ name }) => name === fn.name);
  // One without a name stands in the call itself: the only such function of the project may be any other.
  if (fn.name !== "" && areAlike(compiled)) return compiled[0];
  const callLine = sourceLine(site);
  const here = compiled.find(
    ({ file, line }) => line === callLine && resolve(root, ...file.split("/")) === source,
  );
  if (here) return here;
  const cause = diagnostics.find(({ severity, method }) => severity === "error" && method === fn.name);
  if (cause) {
    throw new SkillsError(cause.code, cause.message, {
      place: { file: resolve(root, ...cause.file.split("/")), line: cause.line },
      help: cause.help,
    });
  }
  throw untold("source", fn.name, site);
}

interface BuiltFunction {
  from: BuiltManifest;
  entry: FunctionManifest;
}

function builtUnder(name: string, beside: BuiltManifest | undefined): BuiltFunction[] {
  return [...store.manifests.map((manifest) => ({ manifest })), ...(beside ? [beside] : [])]
    .flatMap((from) => from.manifest.functions.map((entry) => ({ from, entry })))
    .filter(({ entry }) => entry.name === name);
}

/** Undefined where neither the function's shape nor the place of the call tells which one it is. */
function chosen(
  named: readonly BuiltFunction[],
  site: Required<Place> | undefined,
): BuiltFunction | undefined {
  const functions = named.map(({ entry }) => entry);
  const near = site ? nearestTo(site.file, functions) : [];
  const line = site && near.length > 1 ? sourceLine(site) : undefined;
  const found = [functions, near].find(areAlike)?.[0] ?? near.find((entry) => entry.line === line);
  return named.find(({ entry }) => entry === found);
}

function untold(what: string, name: string, place: Place | undefined): SkillsError {
  return new SkillsError("S113", `the ${what} does not tell which function ${name || "this"} is`, {
    place,
    help: "give addTool the function by its own name, or write one in place that calls it: addTool((n: number) => counter.add(n)); for any other expression give the tool by its parts: addTool({ name, description, inputSchema, run })",
  });
}

/** One function that is given in several places stands there once for each. */
function areAlike(
  functions: readonly FunctionManifest[],
): functions is [FunctionManifest, ...FunctionManifest[]] {
  const shapes = functions.map(({ file: _file, line: _line, ...shape }) => JSON.stringify(shape));
  return new Set(shapes).size === 1;
}
