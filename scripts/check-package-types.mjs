// node scripts/check-package-types.mjs FOLDER TARBALL…: do the types of packages fit what is loaded, for every kind of
// importer that knows `exports`? By "are the types wrong", in one process: its command takes one package, and most of its
// time goes into loading a compiler. FOLDER is where that is installed.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...tarballs] = process.argv.slice(2);
const { resolve: find } = createRequire(join(resolve(folder), "package.json"));
const load = (name) => import(pathToFileURL(find(name)).href);
const { checkPackage, createPackageFromTarballData } = await load("@arethetypeswrong/core");
const { problemKindInfo } = await load("@arethetypeswrong/core/problems");

for (const tarball of tarballs) {
  const { types, problems } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  if (!types) throw new Error(`${basename(tarball)}: no types`);
  for (const { kind, ...where } of problems) {
    // Resolution before Node 16 knows no `exports`, and leads nowhere for all but the main entry.
    if (where.resolutionKind === "node10") continue;
    console.log(`${basename(tarball)}: ${problemKindInfo[kind].title}: ${JSON.stringify(where)}`);
    process.exitCode = 1;
  }
}
