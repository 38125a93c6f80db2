// Packs every package as it would be published, and judges the tarballs: publint (do the fields lead to files that are
// there), "are the types wrong" (do they fit what is loaded, for every kind of importer that knows `exports`), and what
// neither looks at. In one process: their commands take one package each, and need a moment to load.
// `pnpm run check:packages` fetches both, so that installing the workspace stays quick.
// Packs what is built: run it after a build from scratch, since `tsc -b` leaves the output of deleted files.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const repository = join(dirname(fileURLToPath(import.meta.url)), "..");

// What was fetched is beside the folder of its commands.
const commands = process.env.PATH.split(delimiter).find((folder) => existsSync(join(folder, "publint")));
if (!commands) throw new Error("publint is not there: use `pnpm run check:packages`");
const { resolve: find } = createRequire(join(dirname(commands), "package.json"));
const load = (name) => import(pathToFileURL(find(name)).href);
const { publint } = await load("publint");
const { formatMessage } = await load("publint/utils");
const { checkPackage, createPackageFromTarballData } = await load("@arethetypeswrong/core");
const { problemKindInfo } = await load("@arethetypeswrong/core/problems");

const tarballs = mkdtempSync(join(tmpdir(), "skills-tarballs-"));
process.on("exit", () => rmSync(tarballs, { recursive: true, force: true }));
const packing = spawnSync(
  "pnpm",
  ["--recursive", "--filter", "./packages/*", "pack", "--pack-destination", tarballs],
  { cwd: repository, encoding: "utf8" },
);
if (packing.status !== 0) throw new Error(`pnpm pack: ${packing.error ?? packing.stdout + packing.stderr}`);

for (const name of readdirSync(tarballs).sort()) {
  const content = readFileSync(join(tarballs, name));
  console.log(`${name}: ${Math.floor(content.length / 1024)} KiB`);
  for (const complaint of await complaintsOf(content)) {
    console.log(`${name}: ${complaint}`);
    process.exitCode = 1;
  }
}

async function complaintsOf(content) {
  const contents = createPackageFromTarballData(content);
  const root = `/node_modules/${contents.packageName}/`;
  const files = contents.listFiles().map((path) => path.replace(root, ""));
  return [
    ...(await linted(content, JSON.parse(contents.readFile(`${root}package.json`)))),
    ...filesAmiss(files, contents.readFile(`${root}package.json`)),
    ...importsAmiss(contents, root),
    ...(await typesAmiss(contents)),
  ];
}

async function linted(content, manifest) {
  const tarball = content.buffer.slice(content.byteOffset, content.byteOffset + content.length);
  const { messages } = await publint({ pack: { tarball }, strict: true });
  return messages.map((message) => formatMessage(message, manifest));
}

function filesAmiss(files, manifest) {
  const useless = files.filter((file) => file.endsWith(".tsbuildinfo") || file.startsWith("test/"));
  const left = files.filter(
    (file) => /^dist\/.*\.js$/.test(file) && !files.includes(file.replace(/^dist\/(.*)\.js$/, "src/$1.ts")),
  );
  return [
    ...(files.includes("LICENSE") ? [] : ["no LICENSE"]),
    ...(manifest.includes('"workspace:') ? ["names a version only this workspace knows"] : []),
    ...useless.map((file) => `packs ${file}, which nobody needs`),
    ...left.map((file) => `${file} has no source any more; build from scratch`),
  ];
}

/** What users' compilers see must lead to packages that users have: a package that is optional is not always there. */
function importsAmiss(contents, root) {
  const manifest = JSON.parse(contents.readFile(`${root}package.json`));
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const had = Object.keys({ ...dependencies, ...peerDependencies }).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  );
  const seen = new Set(
    Object.values(manifest.exports ?? {}).flatMap(({ types }) => (types ? join(root, types) : [])),
  );
  const complaints = [];
  // The set grows while it is gone through.
  for (const file of seen) {
    const lines = contents.readFile(file).split("\n");
    for (const [at, line] of lines.entries()) {
      for (const [, from] of line.matchAll(/(?:\bfrom |\bimport\()"([^"\s]+)"/g)) {
        if (from.startsWith(".")) {
          const path = join(dirname(file), from);
          const next = [`${path}.d.ts`, `${path}/index.d.ts`].find((each) => contents.fileExists(each));
          if (next) seen.add(next);
          else complaints.push(`${file.replace(root, "")} imports ${from}, which is not packed`);
        } else if (!from.startsWith("node:") && !had.some((name) => `${from}/`.startsWith(`${name}/`)))
          if (!lines[at - 1]?.includes("@ts-ignore"))
            complaints.push(`${file.replace(root, "")} imports ${from}, which users need not have`);
      }
    }
  }
  return complaints;
}

async function typesAmiss(contents) {
  const { types, problems } = await checkPackage(contents);
  if (!types) return ["no types"];
  return (
    problems
      // Resolution before Node 16 knows no `exports`, and leads nowhere for all but the main entry.
      .filter(({ resolutionKind }) => resolutionKind !== "node10")
      .map(({ kind, ...where }) => `${problemKindInfo[kind].title}: ${JSON.stringify(where)}`)
  );
}
