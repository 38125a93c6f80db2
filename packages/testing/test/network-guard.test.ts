import { once } from "node:events";
import { get } from "node:http";
import { connect, createServer, type AddressInfo } from "node:net";
import { connect as connectTls } from "node:tls";
import { guardNetwork, ScriptedModel, type NetworkGuard } from "../src";
import { HELLO } from "./conversation";

/** Reserved for documentation: nobody is there. */
const OUTSIDE = "192.0.2.1";

describe("the network guard", () => {
  let guard: NetworkGuard;

  beforeEach(() => {
    guard = guardNetwork({ allow: ["0.0.0.0"] });
  });

  afterEach(() => {
    guard.stop();
  });

  const targets = (): string[] => guard.take().map(({ target }) => target);

  it("stops sockets, TLS and HTTP before they leave", async () => {
    for (const open of [
      () => connect(443, OUTSIDE),
      () => connect({ host: OUTSIDE, port: 443 }),
      () => connectTls({ host: OUTSIDE, port: 443 }),
      () => get(`http://${OUTSIDE}:443/`),
    ]) {
      const [error] = (await once(open(), "error")) as [Error];
      expect(error.message).toContain(`S505: a test opened a connection to ${OUTSIDE}:443`);
    }
    expect(targets()).toEqual(Array.from({ length: 4 }, () => `${OUTSIDE}:443`));
  });

  it("stops fetch, with the stack of its caller", async () => {
    async function caller(): Promise<void> {
      await fetch("https://example.com/x");
    }
    await expect(caller()).rejects.toThrow("example.com:443");
    const [blocked] = guard.take();
    expect(blocked?.error.stack).toMatch(/at caller .*network-guard\.test/);
  });

  it("lets loopback and local sockets through, and hosts that are allowed", async () => {
    await using model = new ScriptedModel([{ text: "Yes." }]);
    await using server = await model.listen();
    for (const host of ["127.0.0.1", "localhost", "0.0.0.0"]) {
      const response = await fetch(`http://${host}:${String(server.port)}/v1/models`, {
        headers: { "x-api-key": "k" },
      });
      expect(response.status).toBe(200);
    }
    await model.client().beta.messages.create(HELLO);
    const local = createServer().listen(`\0skills-guard-${String(process.pid)}`);
    await once(local, "listening");
    const socket = connect(String(local.address()));
    await once(socket, "connect");
    socket.destroy();
    local.close();
    expect(targets()).toEqual([]);
  });

  it("is gone when it is stopped", () => {
    guard.stop();
    const [before, patched] = [fetch, guardNetwork()];
    expect(fetch).not.toBe(before);
    patched.stop();
    expect(fetch).toBe(before);
  });
});
