import { SkillsError, type Place } from "@skills/core/errors";
import { setImmediate as realTurn, setTimeout as realSleep } from "node:timers/promises";
import { callSite, printPlace, standAt } from "./script/place";

/** What tells the time and wakes: the system's, or a virtual one. Milliseconds throughout. */
export interface Clock {
  now(): number;
  setTimeout(wake: () => void, ms: number): unknown;
  clearTimeout(id: unknown): void;
}

/** Asked at each call, so that one that a test has put in its place counts. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (wake, ms) => setTimeout(wake, ms),
  clearTimeout: (id) => clearTimeout(id as NodeJS.Timeout),
};

/** The end of this turn of the event loop; taken now, before a test puts other timers in place of the real ones. */
export const endOfTurn = realTurn;

/** Waits on a clock; rejects with the signal's reason when it is aborted. */
export function sleepOn(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // Not wrapped: clients know an abort by the name of its error.
    const stop = (): void => {
      clock.clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

export interface VirtualClockOptions {
  /** Milliseconds since the epoch. Default: the start of 2026, UTC. */
  start?: number;
  /**
   * Also in place of `setTimeout`, `clearTimeout` and `Date.now`, until it is disposed of: for clients that know no
   * clock, such as the SDK's with its timeouts and retries. Default false.
   */
  global?: boolean;
}

interface Timer {
  due: number;
  wake: () => void;
  place: Place | undefined;
}

/** Turns of the event loop in which whatever was woken comes to its next wait. */
const TURNS = 12;
/** Real time that something which is no timer of this clock may take. */
const PATIENCE_MS = 2_000;

/**
 * Time that passes only when a test says so. Give it to the scripted model and to the agent (`{ clock }`); the faces
 * in process (`client()`, `port()`) keep to it, a network does not. At its disposal a timer that is left over fails
 * the test.
 */
export class VirtualClock implements Clock, Disposable {
  private readonly timers = new Map<VirtualTimeout, Timer>();
  private time: number;
  private readonly restore: (() => void) | undefined;

  constructor({ start = Date.UTC(2026, 0, 1), global = false }: VirtualClockOptions = {}) {
    this.time = start;
    this.restore = global ? this.takeOver() : undefined;
  }

  now(): number {
    return this.time;
  }

  setTimeout(wake: () => void, ms: number): VirtualTimeout {
    return this.add(wake, ms, callSite(this.setTimeout));
  }

  clearTimeout(id: unknown): void {
    this.timers.delete(id as VirtualTimeout);
  }

  /** Milliseconds until each timer, soonest first. */
  get pending(): number[] {
    return this.inOrder().map(([, { due }]) => due - this.time);
  }

  /** Lets time pass: wakes each timer at its moment, and lets what it woke run before the next. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    await turns();
    for (let next = this.next(end); next !== undefined; next = this.next(end)) {
      this.fire(next);
      await turns();
    }
    this.time = Math.max(this.time, end);
  }

  /**
   * Lets time pass until the promise is settled, from timer to timer.
   * @throws SkillsError S509 where no timer is left that could settle it
   */
  async run<T>(promise: PromiseLike<T>): Promise<T> {
    let settled = false;
    const done = (): void => void (settled = true);
    promise.then(done, done);
    for (let waited = 0; ;) {
      await turns();
      if (settled) return promise;
      const next = this.next(Infinity);
      if (next !== undefined) this.fire(next);
      else if (waited >= PATIENCE_MS) throw stuck();
      else {
        await realSleep(5);
        waited += 5;
      }
    }
  }

  /** @throws SkillsError S509 with the place of every timer that is left over */
  assertNoTimers(): void {
    const timers = this.inOrder().map(([, timer]) => timer);
    if (timers.length === 0) return;
    const what = timers.length === 1 ? "1 timer is" : `${String(timers.length)} timers are`;
    const left = timers.map(
      ({ due, place }) => `\n  due in ${String(due - this.time)} ms, set at ${printPlace(place)}`,
    );
    const error = new SkillsError("S509", `${what} left over on the virtual clock${left.join("")}`, {
      help: "clear a timer when what it guards has ended, or await what it wakes",
    });
    throw standAt(error, timers[0]?.place);
  }

  [Symbol.dispose](): void {
    this.restore?.();
    this.assertNoTimers();
  }

  private add(wake: () => void, ms: number, place: Place | undefined): VirtualTimeout {
    const timeout = new VirtualTimeout(this);
    // As the system's: what is no length of time is the next moment.
    const length = ms >= 0 ? ms : 0;
    this.timers.set(timeout, { due: this.time + length, wake, place });
    return timeout;
  }

  /** By time, then in the order in which they were set. */
  private inOrder(): [VirtualTimeout, Timer][] {
    return [...this.timers].sort(([, a], [, b]) => a.due - b.due);
  }

  private next(end: number): [VirtualTimeout, Timer] | undefined {
    const [first] = this.inOrder();
    return first !== undefined && first[1].due <= end ? first : undefined;
  }

  private fire([id, timer]: [VirtualTimeout, Timer]): void {
    this.timers.delete(id);
    this.time = Math.max(this.time, timer.due);
    timer.wake();
  }

  private takeOver(): () => void {
    const { setTimeout: set, clearTimeout: clear } = globalThis;
    const { now } = Date;
    const virtualSet = (wake: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): VirtualTimeout =>
      this.add(() => wake(...args), ms, callSite(virtualSet));
    const virtualClear = (id: unknown): void => {
      if (id instanceof VirtualTimeout) this.clearTimeout(id);
      else clear(id as NodeJS.Timeout);
    };
    Object.assign(globalThis, { setTimeout: virtualSet, clearTimeout: virtualClear });
    Date.now = () => this.time;
    return () => {
      Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
      Date.now = now;
    };
  }
}

/** As much of node's `Timeout` as programs use. */
class VirtualTimeout {
  constructor(private readonly clock: VirtualClock) {}

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  close(): this {
    this.clock.clearTimeout(this);
    return this;
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await endOfTurn();
}

function stuck(): SkillsError {
  return new SkillsError("S509", "the clock stands still: no timer is left, and the promise is not settled", {
    help: "give the clock to everything that waits ({ clock }), or take over the global timers: new VirtualClock({ global: true })",
  });
}
