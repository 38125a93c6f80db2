import { ScriptedModel } from "@skills/testing";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { bin, npx, PEERS } from "../npx.js";

const APP = join(PEERS, "next");

test("an app that Next built, class names shortened, streams the answer of an agent with tools", async () => {
  await using model = new ScriptedModel([{ calls: [["findOrder", { id: "A1" }]] }, { text: "It was sent." }]);
  const { url } = await model.listen();
  const env = {
    ...process.env,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "test",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  npx("npx skills build --out build", APP);
  npx("npx next build", APP, env);

  const server = spawn(bin("next"), ["start", "--port", "0", "--hostname", "127.0.0.1"], { cwd: APP, env });
  try {
    const response = await fetch(`${await addressOf(server.stdout)}/api/ask`, {
      method: "POST",
      body: JSON.stringify({ question: "Where is A1?" }),
    });
    assert.equal(await response.text(), "It was sent.");
    assert.deepEqual(model.requests.at(-1)?.results, ['{"id":"A1","status":"sent"}']);
  } finally {
    server.kill();
    await once(server, "exit");
  }
});

/** From the line in which Next says where it listens. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error("Next ended before it listened");
}
