import { execFileSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(__dirname, "../../..");

/** For tests whose processes are plain Node: they run what is built. Where nothing changed this takes a moment. */
export function buildRunner(): void {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-b", "packages/runner"], { cwd: ROOT });
}
