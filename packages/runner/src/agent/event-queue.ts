/** Hands events from whoever makes them to one reader, in order, none lost. */
export class EventQueue<Event> {
  private readonly events: Event[] = [];
  private wake?: () => void;
  private ended = false;

  push(event: Event): void {
    this.events.push(event);
    this.wake?.();
  }

  end(): void {
    this.ended = true;
    this.wake?.();
  }

  async *read(): AsyncGenerator<Event, void, undefined> {
    for (;;) {
      while (this.events.length > 0) yield this.events.shift() as Event;
      if (this.ended) return;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}
