interface Waiting {
  alone: boolean;
  start: () => void;
}

/**
 * Lets at most `limit` tasks run side by side, first come, first served. A task that wants to be alone waits until
 * nothing runs, and nothing starts beside it or overtakes it.
 */
export class Schedule {
  private running = 0;
  private aloneRuns = false;
  private readonly queue: Waiting[] = [];

  constructor(private readonly limit: number) {}

  /** Resolves when the task may start; the value ends its turn. Aborted while waiting: gives the turn up, rejects. */
  async enter(alone: boolean, signal: AbortSignal): Promise<() => void> {
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = { alone, start: resolve };
      const giveUp = () => {
        const place = this.queue.indexOf(waiting);
        if (place < 0) return;
        this.queue.splice(place, 1);
        reject(signal.reason as Error);
        this.admit();
      };
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener("abort", giveUp, { once: true });
      waiting.start = () => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      this.queue.push(waiting);
      this.admit();
    });
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.running -= 1;
      if (alone) this.aloneRuns = false;
      this.admit();
    };
  }

  private admit(): void {
    for (let next = this.queue[0]; next; next = this.queue[0]) {
      if (this.aloneRuns || this.running >= this.limit || (next.alone && this.running > 0)) return;
      this.queue.shift();
      this.running += 1;
      this.aloneRuns = next.alone;
      next.start();
    }
  }
}
