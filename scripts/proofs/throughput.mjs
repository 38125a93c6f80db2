/**
 * Requests per second of the scripted model's server beside aimock's, as ratios within one run: each server in a
 * process of its own, rounds taking turns. Build first (`pnpm build`), then, in this folder: `npm install && npm run throughput`.
 */
import { LLMock } from "@copilotkit/aimock";
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import testing from "../../packages/testing/dist/index.js";

const TEXT = "Your order is on its way. ".repeat(10);
const ROUNDS = 7;
const REQUESTS = 1500;
const CONCURRENCY = 16;

const SERVERS = {
  async ours() {
    const model = new testing.ScriptedModel([{ when: "hello", text: TEXT, chunks: 13, times: "any" }]);
    return (await model.listen()).url;
  },
  async aimock() {
    const mock = new LLMock({ port: 0, logLevel: "silent" });
    mock.onMessage("hello", { content: TEXT });
    await mock.start();
    return mock.url;
  },
};

function post(agent, url, body) {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "x-api-key": "test",
      "anthropic-version": "2023-06-01",
    };
    const sent = request(`${url}/v1/messages`, { method: "POST", agent, headers }, (response) => {
      let size = 0;
      response.on("data", (piece) => (size += piece.length));
      response.on("end", () =>
        response.statusCode === 200 && size > TEXT.length
          ? resolve()
          : reject(new Error(`status ${String(response.statusCode)}`)),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Requests per second of one round. */
async function round(url, body) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  let left = REQUESTS;
  const started = globalThis.performance.now();
  const worker = async () => {
    while (left-- > 0) await post(agent, url, body);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  agent.destroy();
  return REQUESTS / ((globalThis.performance.now() - started) / 1000);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function compare() {
  const children = Object.keys(SERVERS).map((name) => fork(fileURLToPath(import.meta.url), [name]));
  const [ours, aimock] = await Promise.all(children.map(async (child) => (await once(child, "message"))[0]));
  for (const stream of [false, true]) {
    const body = JSON.stringify({
      model: "claude-sonnet-5-5",
      max_tokens: 1000,
      stream,
      messages: [{ role: "user", content: "hello" }],
    });
    const rates = { ours: [], aimock: [] };
    for (let index = 0; index < ROUNDS; index += 1) {
      rates.ours.push(await round(ours, body));
      rates.aimock.push(await round(aimock, body));
    }
    // The first round warms up.
    const [a, b] = [median(rates.ours.slice(1)), median(rates.aimock.slice(1))];
    const kind = stream ? "streamed" : "not streamed";
    console.log(`${kind}: ours ${a.toFixed(0)}/s, aimock ${b.toFixed(0)}/s, ratio ${(a / b).toFixed(2)}`);
  }
  for (const child of children) child.kill();
}

const serve = SERVERS[process.argv[2]];
if (serve === undefined) await compare();
else process.send(await serve());
