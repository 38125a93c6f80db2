import { create, nextSteps, type CreateOptions } from "create-skills";
import { EXIT, type ExitCode } from "../exit-codes";
import type { Io } from "../io";

export type NewOptions = CreateOptions;

/** @throws CreateError where the folder holds something */
export function makeNew(folder: string, options: NewOptions, io: Io): ExitCode {
  io.out(nextSteps(folder, create(folder, options)));
  return EXIT.ok;
}
