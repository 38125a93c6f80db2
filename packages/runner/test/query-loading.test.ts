import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const DIST = resolve(__dirname, "../dist/index.js");

/** Whether what reads skill folders is loaded at the end of a script, which has `query` of the built package. */
function loadsFolders(script: string): boolean {
  const text = execFileSync(
    process.execPath,
    [
      "-e",
      `const { query } = require(${JSON.stringify(DIST)});
       const client = { beta: { messages: { create: async () => ({
         id: "msg_1", type: "message", role: "assistant", model: "m", stop_reason: "end_turn", stop_sequence: null,
         content: [{ type: "text", text: "Done." }], usage: { input_tokens: 1, output_tokens: 1 } }) } } };
       const ask = async (options) => {
         for await (const message of query({ prompt: "Hello", options: { client, model: "m", ...options } }));
       };
       (async () => { ${script} })().then(() => {
         console.log(Object.keys(require.cache).some((file) => /[\\\\/]folders[\\\\/]dist[\\\\/]/.test(file)));
       });`,
    ],
    { encoding: "utf8", cwd: resolve(__dirname, "..") },
  );
  return JSON.parse(text) as boolean;
}

it("loads what reads skill folders with the first session that may have skills, and not before", () => {
  expect(loadsFolders("")).toBe(false);
  expect(loadsFolders("await ask({ settingSources: [] });")).toBe(false);
  expect(loadsFolders("await ask({ settingSources: ['project'] });")).toBe(true);
});
