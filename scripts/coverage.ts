import { mergeProcessCovs, type ProcessCov } from "@bcoe/v8-coverage";
import { createCoverageMap, type CoverageMapData, type FileCoverage } from "istanbul-lib-coverage";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import v8ToIstanbul from "v8-to-istanbul";

/**
 * The coverage gate: lines per package, from a run of the tests that left its reports in the folder given.
 *
 * Which lines count is what jest's coverage says: statements of the sources, of files that no test loads too. A line
 * is covered where jest's own processes ran it, or where a process that a test started did: those run the built
 * files, and V8's coverage of them is led back through the source maps.
 *
 *     ts-node scripts/coverage.ts REPORTS [ROOT]
 */

const LEAST_PERCENT = 90;

/** Lines of sources that child processes ran: by file, the line numbers (from 1). */
type RunLines = Map<string, Set<number>>;

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Undefined for the report that a process was killed over: what it ran is then not counted. */
function readWhole(file: string): unknown {
  try {
    return readJson(file);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** What all child processes ran of the built packages, as one. */
function mergedChildren(folder: string, root: string): ProcessCov {
  const built = pathToFileURL(join(root, "packages")).href;
  const processes = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const whole = readWhole(join(folder, name)) as ProcessCov | undefined;
    // Most of a process is its dependencies: dropped here, before merging, which is what takes the time.
    const own = whole?.result.filter(({ url }) => url.startsWith(built) && /\/dist\/.*\.js$/.test(url));
    return own ? [{ result: own }] : [];
  });
  return mergeProcessCovs(processes);
}

async function linesOfChildren(folder: string, root: string): Promise<RunLines> {
  const lines: RunLines = new Map();
  for (const { url, functions } of mergedChildren(folder, root).result) {
    const file = fileURLToPath(url);
    if (!existsSync(file)) continue;
    const converter = v8ToIstanbul(file);
    await converter.load();
    converter.applyCoverage(functions);
    const map = createCoverageMap(converter.toIstanbul());
    for (const source of map.files()) {
      const run = lines.get(source) ?? new Set();
      lines.set(source, run);
      for (const [line, count] of Object.entries(map.fileCoverageFor(source).getLineCoverage())) {
        if (count > 0) run.add(Number(line));
      }
    }
  }
  return lines;
}

interface FileLines {
  file: string;
  total: number;
  missed: number[];
}

function linesOf(coverage: FileCoverage, inChildren: Set<number> | undefined): FileLines {
  const lines = Object.entries(coverage.getLineCoverage());
  const missed = lines
    .filter(([line, count]) => count === 0 && !inChildren?.has(Number(line)))
    .map(([line]) => Number(line));
  return { file: coverage.path, total: lines.length, missed };
}

const percent = (covered: number, total: number) => (total === 0 ? 100 : (100 * covered) / total);

/** `[1, 2, 3, 7]` → `1-3, 7` */
function ranges(lines: number[]): string {
  const found: [number, number][] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else found.push([line, line]);
  }
  return found.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(", ");
}

async function main(reports: string, root: string): Promise<void> {
  const map = createCoverageMap(readJson(join(reports, "jest", "coverage-final.json")) as CoverageMapData);
  const children = await linesOfChildren(join(reports, "children"), root);
  const byPackage = new Map<string, FileLines[]>();
  for (const file of map.files()) {
    const name = relative(root, file).split(sep)[1] ?? file;
    const lines = linesOf(map.fileCoverageFor(file), children.get(file));
    byPackage.set(name, [...(byPackage.get(name) ?? []), lines]);
  }

  for (const [name, files] of [...byPackage].sort(([a], [b]) => a.localeCompare(b))) {
    const total = files.reduce((sum, file) => sum + file.total, 0);
    const missed = files.reduce((sum, file) => sum + file.missed.length, 0);
    const reached = percent(total - missed, total);
    console.log(`${name.padEnd(12)} ${reached.toFixed(1).padStart(5)} % of ${total} lines`);
    for (const file of files.filter((each) => each.missed.length > 0)) {
      console.log(`  ${relative(root, file.file)}: ${ranges(file.missed)}`);
    }
    if (reached < LEAST_PERCENT) {
      console.log(`  below ${LEAST_PERCENT} %: test the lines named above, or delete them`);
      process.exitCode = 1;
    }
  }
}

const [reports = "coverage", root = join(__dirname, "..")] = process.argv.slice(2);
void main(resolve(reports), resolve(root));
