export { main } from "./main";
export type { Io } from "./io";
export type { ExitCode } from "./exit-codes";
