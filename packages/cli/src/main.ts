import { Command, CommanderError, Option } from "commander";
import type { BuildOptions } from "./commands/build";
import type { CallOptions } from "./commands/call";
import type { CheckOptions } from "./commands/check";
import type { NewOptions } from "./commands/new";
import type { LintOptions } from "./commands/lint";
import type { ListOptions } from "./commands/list";
import type { SchemaOptions } from "./commands/schema";
import { EXIT, type ExitCode } from "./exit-codes";
import { reportFailure } from "./failures";
import type { Io } from "./io";

/**
 * Runs one command. Each is loaded when it is asked for: `build` with nothing to do should take no longer than it must.
 *
 * @param argv arguments, without node and script
 */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = new Command("skills");
  const run =
    <Args extends unknown[]>(action: (...args: Args) => ExitCode | Promise<ExitCode>) =>
    async (...args: Args): Promise<void> => {
      code = await action(...args);
    };
  program
    .description("Build and check manifests of tools; list, show and call tools")
    .version((require("../package.json") as { version: string }).version)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showHelpAfterError("(skills --help lists the commands)");
  addCommands(program, io, run);
  try {
    await program.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.yours;
    return reportFailure(io, error, argv.includes("--json"));
  }
}

type Run = <Args extends unknown[]>(
  action: (...args: Args) => ExitCode | Promise<ExitCode>,
) => (...args: Args) => Promise<void>;

const PROJECT = ["-p, --project <tsconfig>", "a tsconfig.json or its folder (default: the nearest)"] as const;
const JSON_OPTION = ["--json", "say it as JSON"] as const;
const REQUIRE = ["-r, --require <module...>", "load these first, such as ts-node/register"] as const;
const TARGET = "file.ts[:Export], TypeScript or compiled JavaScript";

function addCommands(program: Command, io: Io, run: Run): void {
  program
    .command("new")
    .description("make a project to start from: a class of tools, its agent, and the agent's test")
    .argument("<folder>", "where to; it is not there yet, or is empty")
    .addOption(
      new Option("--type <type>", "what its files are").choices(["module", "commonjs"]).default("module"),
    )
    .addOption(
      new Option("--tests <runner>", "what runs its tests").choices(["vitest", "jest"]).default("vitest"),
    )
    .action(
      run((folder: string, options: NewOptions) =>
        (require("./commands/new") as typeof import("./commands/new")).makeNew(folder, options, io),
      ),
    );
  program
    .command("build")
    .description("write the manifest and its validators next to the output")
    .option(...PROJECT)
    .option("-o, --out <folder>", "where to (default: the project's outDir)")
    .option("-w, --watch", "build again after each change")
    .option("--titles", "give each property a title, made of its name")
    .option("--inline-refs", "put shared types where they are used")
    .option(...JSON_OPTION)
    .action(
      run((options: BuildOptions) =>
        (require("./commands/build") as typeof import("./commands/build")).build(options, io),
      ),
    );
  program
    .command("check")
    .description("say what is wrong with the tools, and what changed in their contracts")
    .option(...PROJECT)
    .option("--against <manifest>", "compare with this manifest")
    .option("--update", "with --against: write the manifest as it is now, after the comparison")
    .option("--second-opinion", "compare each schema with that of typescript-json-schema")
    .option(...JSON_OPTION)
    .action(
      run((options: CheckOptions) =>
        (require("./commands/check") as typeof import("./commands/check")).check(options, io),
      ),
    );
  program
    .command("list")
    .description("list the tools of a target or of the project, and what they cost in tokens")
    .argument("[target]", TARGET)
    .option(...PROJECT)
    .option("--count", "let the API count the tokens (needs ANTHROPIC_API_KEY)")
    .option("--model <model>", "whose tokens, with --count", "claude-sonnet-5-5")
    .option(...REQUIRE)
    .option(...JSON_OPTION)
    .action(
      run((target: string | undefined, options: ListOptions) =>
        (require("./commands/list") as typeof import("./commands/list")).list(target, options, io),
      ),
    );
  program
    .command("schema")
    .description("show the tools of a target as a request would send them, and what each returns")
    .argument("<target>", TARGET)
    .option(...REQUIRE)
    .option("--json", "it is always JSON")
    .action(
      run((target: string, options: SchemaOptions) =>
        (require("./commands/schema") as typeof import("./commands/schema")).schema(target, options, io),
      ),
    );
  program
    .command("call")
    .description("call a tool as a model would, its input checked")
    .argument("<target>", TARGET)
    .argument("<tool>", "the tool's name")
    .option("-i, --input <json>", "the input as JSON; - reads it from standard input", "{}")
    .option("--lenient", "mend what is certain in an input that does not fit")
    .option(...REQUIRE)
    .option(...JSON_OPTION)
    .action(
      run((target: string, tool: string, options: CallOptions) =>
        (require("./commands/call") as typeof import("./commands/call")).call(target, tool, options, io),
      ),
    );
  program
    .command("lint")
    .description("hold a skill folder, or each one in a folder, to the rules of the specification")
    .argument("<folder>")
    .option(...JSON_OPTION)
    .action(
      run((folder: string, options: LintOptions) =>
        (require("./commands/lint") as typeof import("./commands/lint")).lint(folder, options, io),
      ),
    );
}
