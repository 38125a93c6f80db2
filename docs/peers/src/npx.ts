import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** This project, whose packages the programs are. */
export const PEERS = join(import.meta.dirname, "..");

/** A program by its name. */
export const bin = (name: string): string => join(PEERS, "node_modules/.bin", name);

/** Runs a command as a page shows it. */
export function npx(command: string, cwd: string, env = process.env): string {
  const [program = "", ...words] = command.replace(/^npx /, "").split(" ");
  return execFileSync(bin(program), words, { cwd, env, encoding: "utf8" });
}
