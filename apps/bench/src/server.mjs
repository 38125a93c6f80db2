// The scripted model over HTTP beside aimock and the least that node:http can do: one request, one text, streamed in 13
// fragments or whole. Each server is a process of its own, and so is the load. A round is long, so that collections of
// garbage are in it as they come, and a neighbour's burst hits a part of it only; the servers take turns within a round, in
// an order that rotates, and are compared within it. Each round has a new server, as each test has: what one keeps of its
// requests is gone with it (aimock, which keeps few, has one for all: that is quicker).
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
/** A round of one server: a tenth to a third of a second. */
const REQUESTS = 2000;
/** Rounds that are not counted: over their first 30,000 requests the servers still get quicker. */
const WARM_UP = 16;
const ROUNDS = 17;

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
    const [socket] = await openConnections(await servers[name].open(), 1);
    assertAnswer(name, await exchange(socket, request), stream);
    socket.destroy();
  }
  const wall = Object.fromEntries(names.map((name) => [name, []]));
  const processor = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(round + WARM_UP + at) % names.length];
      const { open, used } = servers[name];
      const sockets = await openConnections(await open(), CONNECTIONS);
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
  const rates = spread(wall).map(({ name, micros }) => `${name} ${Math.round(1e6 / micros)}`);
  const [, ours, peer] = Object.keys(wall);
  const [, { ratio, low, high }] = spread({ [ours]: wall[ours], [peer]: wall[peer] });
  const times = `${ratio.toFixed(2)} times (10 % – 90 %: ${low.toFixed(2)} – ${high.toFixed(2)}) as many as ${peer}`;
  return `Requests a second over ${CONNECTIONS} connections: ${rates.join(", ")}. Round by round, ${ours} answers ${times}.`;
}
