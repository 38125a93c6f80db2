import { EXIT, type ExitCode } from "../exit-codes";
import { printJson, type Io } from "../io";
import { holdersOf } from "../target";

export interface SchemaOptions {
  require?: string[];
}

export async function schema(target: string, options: SchemaOptions, io: Io): Promise<ExitCode> {
  const holders = await holdersOf(target, options.require);
  printJson(
    io,
    holders.flatMap(({ tools }) => tools),
  );
  return EXIT.ok;
}
