#!/usr/bin/env node
import { parseArgs } from "node:util";
import { create, CreateError, type ModuleType, type TestRunner } from "./create";
import { nextSteps } from "./next-steps";

const USAGE = `npm create skills <folder> [-- --type module|commonjs --tests vitest|jest]
`;

function main(): void {
  const { values, positionals } = parsed();
  const [folder] = positionals;
  if (values.help) return void process.stdout.write(USAGE);
  if (folder === undefined || positionals.length > 1) throw new CreateError("name one folder", USAGE.trim());
  const type = oneOf("type", values.type, ["module", "commonjs"]) as ModuleType;
  const tests = oneOf("tests", values.tests, ["vitest", "jest"]) as TestRunner;
  const files = create(folder, { type, tests });
  process.stdout.write(nextSteps(folder, files));
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        type: { type: "string", default: "module" },
        tests: { type: "string", default: "vitest" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new CreateError(error instanceof Error ? error.message : String(error), USAGE.trim());
  }
}

function oneOf(option: string, value: string, allowed: readonly string[]): string {
  if (allowed.includes(value)) return value;
  throw new CreateError(`--${option} ${value} is none of ${allowed.join(", ")}`, USAGE.trim());
}

try {
  main();
} catch (error) {
  if (!(error instanceof CreateError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
