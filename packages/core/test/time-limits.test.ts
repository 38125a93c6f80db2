import { getEventListeners } from "node:events";
import "./support/compiled";
import { Tool, toolSet, ToolTimeoutError } from "@skills/core";
import { asking, results, SILENT, setOf, use } from "./support/calls";

const never = (): Promise<never> => new Promise(() => {});

class Stuck {
  seen: AbortSignal | undefined;

  /** Never settles. */
  @Tool({ limits: { timeoutMs: 20 } })
  async hang(signal: AbortSignal): Promise<string> {
    this.seen = signal;
    return never();
  }

  /** Never settles, without a limit. */
  @Tool()
  async wait(signal: AbortSignal): Promise<string> {
    this.seen = signal;
    return never();
  }
}

test("a tool that never settles is answered when its time is over, and its signal is aborted", async () => {
  const stuck = new Stuck();
  expect(await results(toolSet(stuck), use("hang"))).toEqual([
    {
      type: "tool_result",
      tool_use_id: "toolu_1",
      content: "hang did not answer within 20 ms",
      is_error: true,
    },
  ]);
  expect(stuck.seen?.aborted).toBe(true);
});

test("runTool throws a ToolTimeoutError then", async () => {
  await expect(toolSet(new Stuck()).runTool(use("hang"))).rejects.toBeInstanceOf(ToolTimeoutError);
});

test("respond's own limit serves the tools that have none", async () => {
  const answer = await toolSet(new Stuck()).respond(asking(use("wait")), { timeoutMs: 15, logger: SILENT });
  expect(answer?.content).toEqual([expect.objectContaining({ content: "wait did not answer within 15 ms" })]);
});

test("timers that are given tell the time, in place of the system's", async () => {
  const woken: (() => void)[] = [];
  const cleared: unknown[] = [];
  const timers = {
    setTimeout: (wake: () => void) => woken.push(wake),
    clearTimeout: (timer: unknown) => void cleared.push(timer),
  };
  const running = toolSet(new Stuck()).runTool(use("hang"), { timers });
  await new Promise((resolve) => setTimeout(resolve, 40));
  for (const wake of woken) wake();
  await expect(running).rejects.toBeInstanceOf(ToolTimeoutError);
  expect(cleared).toEqual([1]);
});

test.each([Infinity, 2 ** 31, 1e12])(
  "a limit of %d ms is no limit, not an instant one",
  async (timeoutMs) => {
    const set = setOf({
      limits: { timeoutMs },
      run: () => new Promise((resolve) => setTimeout(resolve, 20, "done")),
    });
    expect((await set.runTool(use("tool"))).content).toBe("done");
  },
);

test("with a signal that is already aborted nothing runs, and every call has its result", async () => {
  const stuck = new Stuck();
  const answer = await toolSet(stuck).respond(asking(use("wait", {}, "a"), use("hang", {}, "b")), {
    signal: AbortSignal.abort(),
  });
  expect(answer?.content).toEqual(
    ["a", "b"].map((tool_use_id) => ({
      type: "tool_result",
      tool_use_id,
      content: "The call was aborted before it had a result.",
      is_error: true,
    })),
  );
  expect(stuck.seen).toBeUndefined();
});

test("an abort ends a call that never settles; what had ended before keeps its own result", async () => {
  const stuck = new Stuck();
  const set = toolSet(stuck, setOf({ run: () => "quick" }));
  const controller = new AbortController();
  setTimeout(() => {
    controller.abort();
  }, 20);
  const answer = await set.respond(asking(use("tool", {}, "a"), use("wait", {}, "b")), {
    signal: controller.signal,
    logger: SILENT,
  });
  expect(answer?.content).toEqual([
    { type: "tool_result", tool_use_id: "a", content: "quick" },
    expect.objectContaining({ tool_use_id: "b", is_error: true }),
  ]);
  expect(stuck.seen?.aborted).toBe(true);
});

test("the calls of a turn listen to their signal once, and let go of it", async () => {
  const { signal } = new AbortController();
  let heard: number | undefined;
  const count = (): number => getEventListeners(signal, "abort").length;
  const set = setOf({
    run: async () => {
      await Promise.resolve();
      heard = count();
    },
  });
  await set.respond(asking(use("tool", {}, "a"), use("tool", {}, "b"), use("tool", {}, "c")), { signal });
  expect([heard, count()]).toEqual([1, 0]);
});

test("one timer keeps a call's own time, whoever runs it", async () => {
  const times: number[] = [];
  const timers = {
    setTimeout: (wake: () => void, ms: number) => {
      times.push(ms);
      return setTimeout(wake, ms);
    },
    clearTimeout: (timer: unknown) => {
      clearTimeout(timer as NodeJS.Timeout);
    },
  };
  const answer = await toolSet(new Stuck()).respond(asking(use("hang")), { timers, logger: SILENT });
  expect(answer?.content).toEqual([expect.objectContaining({ content: "hang did not answer within 20 ms" })]);
  expect(times).toEqual([20]);
});

test("a shorter time within a longer one is kept", async () => {
  const set = setOf({ limits: { timeoutMs: 15 }, run: never });
  const { signal } = new AbortController();
  const answer = await set.respond(asking(use("tool")), { signal, timeoutMs: 60_000, logger: SILENT });
  expect(answer?.content).toEqual([expect.objectContaining({ content: "tool did not answer within 15 ms" })]);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
