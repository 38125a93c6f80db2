import { writeFileSync } from "node:fs";
import { AskedProject } from "./delivery/asked-project";
import { Cache } from "./delivery/cache";
import type { Found } from "./delivery/entry";
import { bytesOf, EntryFile } from "./delivery/entry-file";
import { underLock } from "./delivery/lock";
import { compilerStamp } from "./delivery/stamp";

/*
 * The process that compiles the project of one file: `node worker.js FILE [NAME]`. It prints its answer as a line as
 * soon as that is certain, and caches what it makes of the whole project.
 */

const [source = "", name] = process.argv.slice(2);
const cache = Cache.for(source);
if (cache) underLock(cache.compiling, compile);
else compile();

function compile(): void {
  const project = new AskedProject(source);
  const first = name === undefined ? project.found() : undefined;
  // Where the file has no tools, what is wrong may be told of another one; a name may stand in any.
  const isAnswered = first !== undefined && first.skills.length + first.functions.length > 0;
  if (isAnswered) print(first);
  if (isAnswered && !cache) return;
  const entry = project.entry(compilerStamp());
  const content = bytesOf(entry);
  cache?.write(entry, content);
  if (!isAnswered) print(EntryFile.of(content).about(source, name));
}

function print(found: Found): void {
  try {
    writeFileSync(1, `${JSON.stringify(found)}\n`);
  } catch {
    // Who asked has ended. The next one finds the entry.
  }
}
