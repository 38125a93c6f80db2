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
    signal.throwIfAborted();
    if (this.queue.length === 0 && this.mayStart(alone)) this.begin(alone);
    else await this.wait(alone, signal);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.running -= 1;
      if (alone) this.aloneRuns = false;
      this.admit();
    };
  }

  private wait(alone: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const waiting: Waiting = { alone, start };
      const giveUp = () => {
        this.queue.splice(this.queue.indexOf(waiting), 1);
        reject(signal.reason as Error);
        this.admit();
      };
      signal.addEventListener("abort", giveUp, { once: true });
      this.queue.push(waiting);
    });
  }

  private mayStart(alone: boolean): boolean {
    return !this.aloneRuns && this.running < this.limit && !(alone && this.running > 0);
  }

  private begin(alone: boolean): void {
    this.running += 1;
    this.aloneRuns = alone;
  }

  private admit(): void {
    for (let next = this.queue[0]; next && this.mayStart(next.alone); next = this.queue[0]) {
      this.queue.shift();
      this.begin(next.alone);
      next.start();
    }
  }
}
