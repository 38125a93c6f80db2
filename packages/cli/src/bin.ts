#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { main } from "./main";

// Nobody reads on: `skills list | head -1`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const { env, stdout, stderr } = process;

main(process.argv.slice(2), {
  out: (text) => void stdout.write(text),
  err: (text) => void stderr.write(text),
  colour: stdout.isTTY && !env.NO_COLOR && env.TERM !== "dumb",
  isWatched: stderr.isTTY && env.TERM !== "dumb",
  stdin: () => readFileSync(0, "utf8"),
}).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    throw error;
  },
);
