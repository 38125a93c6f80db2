// A thousand streams held open at once by one server: each has its first events, and the server still answers others.
import assert from "node:assert/strict";
import { once } from "node:events";
import { spread } from "./measure.mjs";
import { exchange, openConnections, postMessages } from "./server-load.mjs";
import { startServer } from "./server-process.mjs";
import { requestBody } from "./server-subjects.mjs";

const STREAMS = 1000;
const ROUNDS = 5;
/** Milliseconds that all streams together may take to begin. */
const LIMIT = 30_000;

const SUBJECTS = { "node:http, a constant": "bare", "@skills/testing listen()": "ours" };

export async function heldStreams() {
  const processor = {};
  const notes = [];
  for (const [name, subject] of Object.entries(SUBJECTS)) {
    const server = await startServer(subject);
    try {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await hold(server));
      // The first round warms up.
      processor[name] = rounds.slice(1).map(({ micros }) => micros);
      const bytes = Math.max(...rounds.map(({ memory }) => memory));
      notes.push(`${name}: at most ${Math.round(bytes / STREAMS / 1024)} KiB of memory a stream.`);
    } finally {
      server.child.kill();
    }
  }
  return {
    title: `Server, ${STREAMS} streams held at once: processor time of the server`,
    unit: "stream",
    rows: spread(processor),
    notes,
  };
}

async function hold({ open, used }) {
  const url = await open();
  const before = await used();
  const sockets = await openConnections(url, STREAMS);
  const begun = sockets.map((socket) =>
    once(socket, "data", { signal: globalThis.AbortSignal.timeout(LIMIT) }),
  );
  const request = postMessages(requestBody(true, "hold"));
  for (const socket of sockets) socket.write(request);
  for (const [first] of await Promise.all(begun)) assert.match(first.toString(), /^HTTP\/1\.1 200/);
  const [other] = await openConnections(url, 1);
  assert.match((await exchange(other, postMessages(requestBody(false)))).toString(), /on its way/);
  assert.equal(sockets.filter(({ readyState }) => readyState === "open").length, STREAMS);
  const after = await used();
  for (const socket of [...sockets, other]) socket.destroy();
  return {
    micros: (after.processor - before.processor) / STREAMS,
    memory: Math.max(0, after.memory - before.memory),
  };
}
