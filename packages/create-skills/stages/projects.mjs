// node packages/create-skills/stages/projects.mjs [word …]: packs all packages as they would be published, makes projects
// with them outside of this repository, as a user does, and holds that each is tested, checked, run, built, deployed and
// bundled.
// Words pick projects by how their names begin ("pnpm", "npm-module"). Needs a build, npm and a registry.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { must, packed, PNPM, repository, run, scratchFolder } from "../../../scripts/packed.mjs";

const { ScriptedModel } = createRequire(import.meta.url)(join(repository, "packages/testing"));
const scratch = scratchFolder("projects");

const PACKAGES = ["cli", "compiler", "core", "create-skills", "folders", "runner", "testing"];

/** Each choice beside each other at least once; ts-jest takes no TypeScript 7. */
const PROJECTS = [
  { manager: "npm", type: "module", tests: "vitest", typescript: "~5.9.3", bundlers: ["esbuild", "rollup"] },
  { manager: "pnpm", type: "commonjs", tests: "jest", typescript: "~6.0.3", bundlers: ["esbuild"] },
  {
    manager: "npm",
    type: "commonjs",
    tests: "vitest",
    typescript: "~7.0.2",
    bundlers: ["rollup"],
    swc: true,
  },
  { manager: "pnpm", type: "module", tests: "jest", typescript: "~5.9.3", bundlers: [] },
].map((project) => ({
  ...project,
  name: [project.manager, project.type, project.tests, `ts${project.typescript.slice(1, 2)}`].join("-"),
}));

const BUNDLERS = { esbuild: { esbuild: "0.28.2" }, rollup: { rollup: "4.68.8" } };
const SWC = { "@swc/core": "1.16.22", "unplugin-swc": "2.0.0" };

let passed = 0;
let failed = 0;

async function proves(what, work) {
  const began = performance.now();
  let why;
  try {
    why = await work();
  } catch (error) {
    why = String(error);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${why === undefined ? "ok  " : "FAIL"} ${what} (${seconds} s)`);
  if (why === undefined) passed += 1;
  else {
    failed += 1;
    console.log(why);
  }
}

/** Undefined where the process ends well and says what it should. */
async function says(text, command, args, cwd, env) {
  const { status, output } = await run(command, args, cwd, env);
  return status === 0 && output.includes(text) ? undefined : `it ended with ${String(status)}:\n${output}`;
}

/** The agent's program, whose API is a scripted model on this machine. */
async function answers(command, args, cwd, env = {}) {
  const model = new ScriptedModel([
    { calls: [["findOrder", { id: "A17" }]] },
    { when: { result: '"state":"shipped"' }, text: "A17 is on its way." },
  ]);
  const server = await model.listen();
  try {
    const given = { ANTHROPIC_API_KEY: "test", ANTHROPIC_BASE_URL: server.url, ...env };
    const why = await says("A17 is on its way.", command, args, cwd, given);
    if (why === undefined) model.assertComplete();
    return why;
  } finally {
    await server.close();
  }
}

async function makeProject(project, tarballs, tool) {
  const folder = join(scratch, project.name);
  await must(
    process.execPath,
    [tool, project.name, "--type", project.type, "--tests", project.tests],
    scratch,
  );
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.devDependencies.typescript = project.typescript;
  for (const bundler of project.bundlers) Object.assign(manifest.devDependencies, BUNDLERS[bundler]);
  if (project.swc) {
    Object.assign(manifest.devDependencies, SWC);
    writeFileSync(
      join(folder, "vitest.config.mjs"),
      'import swc from "unplugin-swc";\nexport default { plugins: [swc.vite()], test: { testTimeout: 30_000 } };\n',
    );
  }
  // The packages are not in the registry yet: wherever one is named, the tarball is meant.
  for (const list of [manifest.dependencies, manifest.devDependencies])
    for (const name of Object.keys(list)) list[name] = tarballs[name] ?? list[name];
  if (project.manager === "npm") manifest.overrides = tarballsNotIn(manifest, tarballs);
  else writeFileSync(join(folder, "pnpm-workspace.yaml"), `overrides: ${JSON.stringify(tarballs)}\n`);
  writeFileSync(file, JSON.stringify(manifest, null, 2));
  const [command, args] =
    project.manager === "npm"
      ? ["npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]]
      : [PNPM, ["install", "--prefer-offline", "--config.strict-dep-builds=false"]];
  await must(command, args, folder);
  return folder;
}

/** npm refuses an override of what is a direct dependency with another text. */
function tarballsNotIn({ dependencies, devDependencies }, tarballs) {
  const direct = { ...dependencies, ...devDependencies };
  return Object.fromEntries(
    Object.entries(tarballs).map(([name, tarball]) => [name, name in direct ? `$${name}` : tarball]),
  );
}

const bin = (folder, name) => join(folder, "node_modules/.bin", name);

/** The bundle lies beside a manifest of its own, as docs say; a manifest suits every bundler. */
async function bundles(folder, bundler) {
  const main = join(folder, "bundle", `${bundler}.cjs`);
  const external = /^(@skills\/|@anthropic-ai\/)/;
  if (bundler === "esbuild")
    await must(
      bin(folder, "esbuild"),
      [
        "src/main.ts",
        "--bundle",
        "--platform=node",
        "--format=cjs",
        "--minify",
        "--keep-names",
        `--outfile=${main}`,
      ],
      folder,
    );
  else {
    const config = { input: "dist/main.js", output: { file: main, format: "cjs" } };
    writeFileSync(
      join(folder, "rollup.config.mjs"),
      `export default { ...${JSON.stringify(config)}, external: ${String(external)} };\n`,
    );
    await must(bin(folder, "rollup"), ["-c"], folder);
  }
  return answers(process.execPath, ["--disallow-code-generation-from-strings", main], folder, {
    NODE_ENV: "production",
  });
}

const LOCKED = ["package.json", "package-lock.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"];

/** The output, beside what an image for production installs: neither the compiler nor TypeScript is in it. */
async function deploys({ manager }, folder) {
  const target = `${folder}-deployed`;
  for (const each of [...LOCKED, "dist"])
    if (existsSync(join(folder, each))) cpSync(join(folder, each), join(target, each), { recursive: true });
  if (manager === "npm")
    await must("npm", ["install", "--omit=dev", "--no-audit", "--no-fund", "--prefer-offline"], target);
  else await must(PNPM, ["install", "--prod", "--frozen-lockfile", "--prefer-offline"], target);
  const installed = await must(
    "find",
    ["node_modules", "-name", "typescript", "-o", "-name", "compiler"],
    target,
  );
  if (installed !== "") return `development's packages are installed:\n${installed}`;
  return answers(process.execPath, ["--disallow-code-generation-from-strings", "dist/main.js"], target, {
    NODE_ENV: "production",
  });
}

async function proveProject(project, tarballs, tool) {
  const { name } = project;
  let folder;
  await proves(`${name}: made and installed`, async () => {
    folder = await makeProject(project, tarballs, tool);
  });
  if (!folder) return;
  const script = (...args) => ["npm", ["run", "--silent", ...args], folder];
  await proves(`${name}: its tests`, async () => {
    const { status, output } = await run(...script("test"));
    return status === 0 && output.includes("2 passed") && !output.includes("(WARN)") ? undefined : output;
  });
  await proves(`${name}: its check`, () => says("", ...script("check")));
  await proves(`${name}: start, by tsx`, () => answers(...script("start")));
  await proves(`${name}: start without a key`, async () => {
    const { status, output } = await run(...script("start"), { ANTHROPIC_API_KEY: "" });
    return status === 1 && output.includes("Set ANTHROPIC_API_KEY") ? undefined : output;
  });
  await proves(`${name}: build`, () => says("", ...script("build")));
  await proves(`${name}: the output, in production`, () =>
    answers(process.execPath, ["--disallow-code-generation-from-strings", "dist/main.js"], folder, {
      NODE_ENV: "production",
    }),
  );
  await proves(`${name}: deployed without development's packages`, () => deploys(project, folder));
  // Rollup bundles what tsc wrote; it reads no CommonJS.
  const bundlers = project.bundlers.filter((each) => each !== "rollup" || project.type === "module");
  if (bundlers.length === 0) return;
  await proves(`${name}: build, for bundles`, () =>
    says("", bin(folder, "skills"), ["build", "-p", "tsconfig.build.json", "--out", "bundle"], folder),
  );
  for (const bundler of bundlers)
    await proves(`${name}: bundled by ${bundler}`, () => bundles(folder, bundler));
}

const words = process.argv.slice(2);
const chosen = PROJECTS.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)),
);
const tarballs = await packed(PACKAGES, scratch);
const tools = join(scratch, "create");
mkdirSync(tools);
writeFileSync(
  join(tools, "package.json"),
  JSON.stringify({ dependencies: { "create-skills": tarballs["create-skills"] } }),
);
await must("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], tools);
const tool = join(tools, "node_modules/create-skills/dist/bin.js");
const proveNext = async () => {
  for (let project = chosen.shift(); project; project = chosen.shift())
    await proveProject(project, tarballs, tool);
};
await Promise.all([proveNext(), proveNext()]);

console.log(`projects from the template: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
