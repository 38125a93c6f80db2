import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A subject of `server-subjects.mjs` in a process of its own, and what that has used: microseconds, bytes. */
export async function startServer(subject) {
  const file = fileURLToPath(new URL("server-subjects.mjs", import.meta.url));
  const child = fork(file, [subject], { execArgv: [] });
  const [url] = await once(child, "message");
  const used = async () => {
    child.send("used");
    return (await once(child, "message"))[0];
  };
  return { child, url, used };
}
