import { resolve } from "node:path";
import { entryFor } from "./entry-for";

/** The process that `on-demand` starts: compiles the project of one file and prints the entry as JSON. */
const [file = "", stamp = ""] = process.argv.slice(2);
process.stdout.write(JSON.stringify(entryFor(resolve(file), stamp)));
