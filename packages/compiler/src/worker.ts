import { resolve } from "node:path";
import { bytesOf } from "./delivery/entry-file";
import { entryFor } from "./delivery/entry-for";

/** The process that `on-demand` starts: compiles the project of one file and prints the entry in its form outside of a process. */
const [file = "", stamp = ""] = process.argv.slice(2);
process.stdout.write(bytesOf(entryFor(resolve(file), stamp)));
