// For stages that try the packages as a user gets them: packed, installed outside of this repository, run in processes
// that know nothing of what the stage itself runs under.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The command, found once: npx takes two seconds of a processor each time. */
export const PNPM = (
  await must("npx", ["-y", "--package=pnpm@10.34.9", "-c", "command -v pnpm"], repository)
).trim();

/** A folder that is gone when the process ends. */
export function scratchFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `skills-${name}-`));
  // What compiled for the way before may still write there.
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** @returns {Promise<{ status: number | null, output: string }>} both streams, in one text */
export function run(command, args, cwd, env = {}) {
  const plain = { ...process.env, ...env };
  for (const name of ["NODE_OPTIONS", "NODE_V8_COVERAGE", "NODE_ENV", "CI"])
    if (!(name in env)) delete plain[name];
  const child = spawn(command, args, { cwd, env: plain, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, output }));
  });
}

/** @throws Error with the output where the process does not end well */
export async function must(command, args, cwd) {
  const { status, output } = await run(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}\n${output}`);
  return output;
}

/** The tarballs of packages (names of folders), by the packages' own names, as dependencies name them. */
export async function packed(packages, folder) {
  const filters = packages.flatMap((name) => ["--filter", `./packages/${name}`]);
  await must(PNPM, [...filters, "--recursive", "pack", "--pack-destination", folder], repository);
  const tarballs = readdirSync(folder);
  return Object.fromEntries(
    packages.map((name) => {
      const full = name === "create-skills" ? name : `@skills/${name}`;
      const file = tarballs.find((each) => each.startsWith(`${full.replace("@", "").replace("/", "-")}-`));
      return [full, `file:${join(folder, file)}`];
    }),
  );
}
