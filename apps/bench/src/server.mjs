// The scripted model over HTTP beside aimock and the least that node:http can do: one request, one text, streamed in 13
// fragments or whole. Each server is a process of its own, and so is the load.
import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import { heldStreams } from "./server-held.mjs";
import { exchange, load, openConnections, postMessages } from "./server-load.mjs";
import { startServer } from "./server-process.mjs";
import { requestBody, TEXT } from "./server-subjects.mjs";
import { spread } from "./measure.mjs";

const SUBJECTS = {
  "node:http, a constant": "bare",
  "@skills/testing listen()": "ours",
  "aimock LLMock": "aimock",
};
const CONNECTIONS = 16;
const REQUESTS = 800;
/** Rounds that are not counted: enough for the servers to be compiled. */
const WARM_UP = 3;
const ROUNDS = 9;

export async function server() {
  const servers = Object.fromEntries(
    await Promise.all(
      Object.entries(SUBJECTS).map(async ([name, subject]) => [name, await startServer(subject)]),
    ),
  );
  try {
    return [...(await compare(servers, false)), ...(await compare(servers, true)), await heldStreams()];
  } finally {
    for (const { child } of Object.values(servers)) child.kill();
  }
}

async function compare(servers, stream) {
  const names = Object.keys(servers);
  const request = postMessages(requestBody(stream));
  for (const name of names) {
    const [socket] = await openConnections(servers[name].url, 1);
    assertAnswer(name, await exchange(socket, request), stream);
    socket.destroy();
  }
  const wall = Object.fromEntries(names.map((name) => [name, []]));
  const processor = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(round + WARM_UP + at) % names.length];
      const { url, used } = servers[name];
      // Opened anew: servers close connections that wait for their turn too long.
      const sockets = await openConnections(url, CONNECTIONS);
      const before = await used();
      const begin = performance.now();
      await load(sockets, request, REQUESTS);
      const time = performance.now() - begin;
      sockets.forEach((socket) => socket.destroy());
      if (round < 0) continue;
      wall[name].push((time / REQUESTS) * 1000);
      processor[name].push(((await used()).processor - before.processor) / REQUESTS);
    }
  }
  const kind = stream ? "streamed in 13 fragments" : "not streamed";
  return [
    { title: `Server, ${kind}: time`, unit: "request", rows: spread(wall), notes: [perSecond(wall)] },
    { title: `Server, ${kind}: processor time of the server`, unit: "request", rows: spread(processor) },
  ];
}

/** The same text from all, in the same number of fragments. */
function assertAnswer(name, reply, stream) {
  const text = reply.toString();
  if (!stream) {
    assert.equal(JSON.parse(/\{"[\s\S]*\}/.exec(text)[0]).content[0].text, TEXT, name);
    return;
  }
  const deltas = Array.from(
    text.matchAll(/^data: (.*)$/gm),
    ([, data]) => JSON.parse(data).delta?.text ?? "",
  );
  assert.equal(deltas.join(""), TEXT, name);
  assert.equal(deltas.filter((delta) => delta !== "").length, 13, name);
}

function perSecond(wall) {
  const rates = Object.entries(wall).map(([name, times]) => {
    const sorted = times.toSorted((a, b) => a - b);
    return `${name} ${Math.round(1e6 / sorted[Math.floor(sorted.length / 2)])}`;
  });
  return `Requests a second over ${CONNECTIONS} connections: ${rates.join(", ")}.`;
}
