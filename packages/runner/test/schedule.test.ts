import fc from "fast-check";
import { Schedule } from "../src/loop/schedule";

interface Task {
  alone: boolean;
  ticks: number;
}

const never = new AbortController().signal;

it("keeps to its limit, lets nothing run beside a task that is alone, and starts tasks in their order", async () => {
  const task = fc.record({ alone: fc.boolean(), ticks: fc.nat({ max: 4 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(task, { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      async (tasks, limit) => {
        const schedule = new Schedule(limit);
        const started: number[] = [];
        const running = new Set<Task>();
        await Promise.all(
          tasks.map(async (each, index) => {
            const leave = await schedule.enter(each.alone, never);
            started.push(index);
            running.add(each);
            for (let n = 0; n <= each.ticks; n++) {
              expect(running.size).toBeLessThanOrEqual(limit);
              if ([...running].some(({ alone }) => alone)) expect(running.size).toBe(1);
              await Promise.resolve();
            }
            running.delete(each);
            leave();
          }),
        );
        expect(started).toEqual(tasks.map((_, index) => index));
      },
    ),
  );
});

it("lets a task that waits give up, and the ones behind it go on", async () => {
  const schedule = new Schedule(1);
  const leave = await schedule.enter(false, never);
  const controller = new AbortController();
  const second = schedule.enter(true, controller.signal);
  const third = schedule.enter(false, never);
  controller.abort(new Error("given up"));
  await expect(second).rejects.toThrow("given up");
  leave();
  expect(await third).toBeInstanceOf(Function);
});
