import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** docs/commands.json: a command that a page shows, and the file (of CI or of a test) that runs it, or why none does. */
type Commands = Record<string, string | { notRun: string }>;

export const COMMANDS = "docs/commands.json";

/** What is wrong with the commands of an `sh` fence; nothing where each is known to run. */
export function objectionsTo(root: string, fence: string): string[] {
  const file = join(root, COMMANDS);
  const commands = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Commands) : {};
  return fence.split("\n").flatMap((line) => {
    const command = line.replace(/(?:^|\s+)#\s.*$/, "").trim();
    if (command === "") return [];
    const runBy = commands[command];
    if (runBy === undefined) return [`nothing is known to run \`${command}\`: add it to ${COMMANDS}`];
    if (typeof runBy === "object") return [];
    const runner = join(root, runBy);
    if (existsSync(runner) && readFileSync(runner, "utf8").includes(command)) return [];
    return [`${COMMANDS} says that ${runBy} runs \`${command}\`, but it does not`];
  });
}
