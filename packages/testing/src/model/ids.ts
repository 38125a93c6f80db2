/** Counters behind the ids of one model: `msg_0001`, `toolu_0001`, … */
export class Ids {
  private readonly counts = new Map<string, number>();

  next(prefix: string): string {
    const count = (this.counts.get(prefix) ?? 0) + 1;
    this.counts.set(prefix, count);
    return `${prefix}_${String(count).padStart(4, "0")}`;
  }
}
