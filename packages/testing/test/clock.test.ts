import { ScriptedModel, VirtualClock } from "../src";
import { HELLO } from "./conversation";

const HOUR = 3_600_000;

describe("a virtual clock", () => {
  it("wakes timers at their moments, in order, those that they set included", async () => {
    using clock = new VirtualClock({ start: 0 });
    const woken: string[] = [];
    const note = (name: string): void => void woken.push(`${name} at ${String(clock.now())}`);
    clock.setTimeout(() => note("late"), 300);
    const cleared = clock.setTimeout(() => note("cleared"), 150);
    clock.setTimeout(() => {
      note("early");
      void Promise.resolve().then(() => clock.setTimeout(() => note("nested"), 100));
    }, 100);
    clock.clearTimeout(cleared);
    expect(clock.pending).toEqual([100, 300]);
    await clock.advance(250);
    expect(woken).toEqual(["early at 100", "nested at 200"]);
    expect([clock.now(), clock.pending]).toEqual([250, [50]]);
    await clock.advance(50);
    expect(woken.at(-1)).toBe("late at 300");
  });

  it("lets the latencies of a script pass in no time", async () => {
    using clock = new VirtualClock({ start: 0 });
    using model = new ScriptedModel(
      [
        { text: "One.", latencyMs: HOUR },
        { text: "Two.", latencyMs: HOUR },
      ],
      { clock },
    );
    const port = model.port();
    await clock.run(
      (async () => {
        await port.messages.create(HELLO);
        await port.messages.create(HELLO);
      })(),
    );
    expect(clock.now()).toBe(2 * HOUR);
  });

  it("holds latency against a time limit of the caller's own, and leaves no timer behind an abort", async () => {
    using clock = new VirtualClock();
    using model = new ScriptedModel([{ text: "Too late.", latencyMs: 2 * HOUR }], { clock });
    const limit = new AbortController();
    clock.setTimeout(() => limit.abort(new Error("an hour is over")), HOUR);
    const reply = model.port().messages.create(HELLO, { signal: limit.signal });
    await expect(clock.run(reply)).rejects.toThrow("an hour is over");
    await clock.advance(0);
    expect(clock.pending).toEqual([]);
  });

  it("is the clock of a client that knows none: retries and timeouts of the SDK's", async () => {
    const real = globalThis.setTimeout;
    {
      using clock = new VirtualClock({ start: 0, global: true });
      using model = new ScriptedModel([{ error: { status: 529, retryAfter: 50 } }, { text: "Done." }], {
        clock,
      });
      const reply = await clock.run(model.client().messages.create(HELLO));
      expect(reply.content).toMatchObject([{ text: "Done." }]);
      expect(Date.now()).toBeGreaterThanOrEqual(50_000);

      using slow = new ScriptedModel([{ text: "Too late.", latencyMs: HOUR }], { clock });
      const impatient = slow.client({ timeout: 1000, maxRetries: 0 });
      await expect(clock.run(impatient.messages.create(HELLO))).rejects.toThrow("Request timed out");
      await clock.advance(0);
    }
    expect(globalThis.setTimeout).toBe(real);
    expect(Math.abs(Date.now() - new Date().getTime())).toBeLessThan(100);
  });

  it("fails for a timer that is left over, with the line that set it", () => {
    const clock = new VirtualClock();
    clock.setTimeout(() => {}, 500);
    const line =
      /S509: 1 timer is left over on the virtual clock\n {2}due in 500 ms, set at .*clock\.test\.ts:\d+/;
    expect(() => clock[Symbol.dispose]()).toThrow(line);
  });

  it("says that it stands still where nothing on it can settle the promise", async () => {
    using clock = new VirtualClock();
    await expect(clock.run(new Promise(() => {}))).rejects.toMatchObject({ code: "S509" });
  });
});
