import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/**
 * A subject of `server-subjects.mjs` in a process of its own: `open` gives the base URL of a new server, in place of the one
 * before; `used` what the process has used, in microseconds and bytes.
 */
export async function startServer(subject) {
  const file = fileURLToPath(new URL("server-subjects.mjs", import.meta.url));
  const child = fork(file, [subject], { execArgv: [] });
  await once(child, "message");
  const ask = async (word) => {
    child.send(word);
    return (await once(child, "message"))[0];
  };
  return { child, open: () => ask("open"), used: () => ask("used") };
}
