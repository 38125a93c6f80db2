import { Skill, Tool, ToolError } from "@skills/core";

export interface Order {
  id: string;
  state: "processing" | "shipped" | "delivered";
  /** What was paid, in cents. */
  totalCents: number;
}

/** What Claude may do with orders: each method with `@Tool()` is a tool, described by its signature and comment. */
@Skill({ instructions: "Look an order up before you say anything about it." })
export class Orders {
  constructor(private readonly orders: readonly Order[]) {}

  /**
   * Find one order.
   * @param id the number on the receipt, such as "A17"
   */
  @Tool()
  findOrder(id: string): Order {
    const order = this.orders.find((each) => each.id === id);
    // The model reads this, and can ask the customer.
    if (!order) throw new ToolError(`there is no order ${id}`);
    return order;
  }

  /**
   * List orders, the newest first.
   * @param limit at most this many
   * @minimum 1
   * @maximum 20
   */
  @Tool()
  listOrders(state?: Order["state"], limit = 5): Order[] {
    const found = this.orders.filter((order) => state === undefined || order.state === state);
    return found.slice(0, limit);
  }
}
