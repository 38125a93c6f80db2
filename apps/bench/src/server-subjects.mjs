// The servers under load, each forked as a process of its own: node server-subjects.mjs NAME. It sends "ready", then answers
// "open" with the base URL of a new server, for which it closes the one before, and "used" with what the process has used:
// processor time in microseconds, memory in bytes.
import { LLMock } from "@copilotkit/aimock";
import testing from "@skills/testing";
import { Buffer } from "node:buffer";
import { createServer } from "node:http";

export const TEXT = "Your order is on its way. ".repeat(10);
/** Characters a fragment, aimock's default: the text makes 13 of them. */
const FRAGMENT = 20;

/** Events of a stream that is held. */
const HELD_AFTER = 10;

/** The least that node:http can do for this work: read the body, answer a constant of the same bytes as ours. */
async function bare() {
  const answers = {
    json: await answerOfOurs(false),
    stream: await answerOfOurs(true),
  };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const { headers, body } = text.includes('"stream":true') ? answers.stream : answers.json;
      response.writeHead(200, headers);
      if (text.includes('"hold"')) response.write(body.subarray(0, body.length / 2));
      else response.end(body);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}

function scripted() {
  const chunks = TEXT.length / FRAGMENT;
  return new testing.ScriptedModel([
    { when: "hello", text: TEXT, chunks, times: "any" },
    { when: "hold", text: TEXT, chunks, times: "any", fault: { kind: "stall", at: HELD_AFTER } },
  ]);
}

async function answerOfOurs(stream) {
  const server = await scripted().listen();
  const response = await globalThis.fetch(`${server.url}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "test" },
    body: requestBody(stream),
  });
  const body = Buffer.from(await response.arrayBuffer());
  await server.close();
  const headers = { "content-type": response.headers.get("content-type"), "request-id": "req_0001" };
  return { headers, body };
}

function ours() {
  return scripted().listen();
}

/** One for all rounds: it forgets all but a thousand requests by itself, and a new one would be slower each time. */
async function aimock() {
  const mock = new LLMock({ port: 0, logLevel: "silent", chunkSize: FRAGMENT });
  mock.onMessage("hello", { content: TEXT });
  await mock.start();
  return { url: mock.url, isKept: true };
}

/** One that says "hold" is answered with the beginning of a stream. */
export function requestBody(stream, said = "hello") {
  const messages = [{ role: "user", content: said }];
  return JSON.stringify({ model: "claude-sonnet-5-5", max_tokens: 1000, stream, messages });
}

const serve = { bare, ours, aimock }[process.argv[2]];
if (process.send !== undefined && serve !== undefined) {
  let server;
  const open = async () => {
    if (server?.isKept) return server.url;
    await server?.close();
    server = await serve();
    return server.url;
  };
  const used = () => {
    const { user, system } = process.cpuUsage();
    return { processor: user + system, memory: process.memoryUsage.rss() };
  };
  process.on("message", async (word) => process.send(word === "open" ? await open() : used()));
  process.send("ready");
}
