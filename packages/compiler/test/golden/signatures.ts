import { Param, Tool, type Int, type ToolContext } from "@skills/core";

/** Where a parcel goes. */
export interface Address {
  street: string;
  /** Two letters, as in ISO 3166. @pattern ^[A-Z]{2}$ */
  country: string;
  /** @minLength 3 @maxLength 10 */
  postcode?: string;
}

export enum Speed {
  Slow = "slow",
  Fast = "fast",
}

export type Payment = { kind: "card"; last4: string } | { kind: "invoice"; dueInDays: Int };

export interface Comment {
  text: string;
  replies?: Comment[];
}

export interface Page<T> {
  items: T[];
  /** Absent on the last page. */
  next?: string;
}

export class Desk {
  /**
   * Find orders.
   *
   * @param text what the customer said
   * @param limit how many at most @maximum 50
   */
  @Tool() find(text: string, limit: Int = 10, since?: Date): Page<Address> {
    throw new Error(`${text} ${String(limit)} ${String(since)}`);
  }

  /** Ship an order. */
  @Tool() async ship(id: `ord_${number}`, to: Address, speed = Speed.Slow): Promise<void> {
    await Promise.resolve([id, to, speed]);
  }

  /** Charge for an order. */
  @Tool() charge(@Param({ description: "in cents", min: 1 }) amount: Int, payment: Payment | null): boolean {
    return amount > 0 && payment !== null;
  }

  /** Move one address into another's place. */
  @Tool() readdress({ from, to }: { from: Address; to: Address }, context: ToolContext): string {
    return `${from.street} ${to.street} ${context.idempotencyKey}`;
  }

  /** Leave a thread of comments. */
  @Tool() comment(thread: Comment, ...tags: string[]): number {
    return tags.length + thread.text.length;
  }

  /** Count stock. */
  @Tool() stock(
    counts: Record<string, Int>,
    only: Set<"north" | "south">,
    at: [lat: number, lon: number],
  ): bigint {
    return BigInt(Object.keys(counts).length + only.size + at.length);
  }
}
