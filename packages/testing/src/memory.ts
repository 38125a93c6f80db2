import type { Message } from "./wire";

/** What one scripted model has sent: some rules hold the next request against it. */
export class Memory {
  private readonly messages: Message[] = [];

  remember(message: Message): void {
    this.messages.push(message);
  }

  get sent(): readonly Message[] {
    return this.messages;
  }
}
