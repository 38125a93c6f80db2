import { Skill, Tool, type Int } from "@skills/core";
import type { Order, OrderId, OrderStatus, Shop } from "../shop";

type OrderSummary = Pick<Order, "id" | "placedOn" | "status">;

type Parcel = Pick<Order, "id" | "status" | "carrier" | "tracking" | "deliveredOn">;

@Skill({ name: "orders", instructions: "Look an order up before you speak of it. Never guess a status." })
export class Orders {
  constructor(private readonly shop: Shop) {}

  /**
   * Find one order by its number.
   * @param id The order's number, e.g. A17
   */
  @Tool({ annotations: { readOnly: true } })
  findOrder(id: OrderId): Order {
    return this.shop.order(id);
  }

  /**
   * List a customer's orders, the newest first.
   * @param email The customer's address
   * @format email
   * @param status Only orders in this state
   * @param limit How many at most
   * @minimum 1
   * @maximum 20
   */
  @Tool({ annotations: { readOnly: true } })
  listOrders(email: string, status?: OrderStatus, limit: Int = 5): OrderSummary[] {
    return this.shop.orders
      .filter(
        (order) => order.email === email.toLowerCase() && (status === undefined || order.status === status),
      )
      .toSorted((a, b) => b.placedOn.localeCompare(a.placedOn))
      .slice(0, limit)
      .map(({ id, placedOn, status }) => ({ id, placedOn, status }));
  }

  /**
   * Where an order's parcel is.
   * @param id The order's number, e.g. A17
   */
  @Tool({ annotations: { readOnly: true } })
  trackParcel(id: OrderId): Parcel {
    const { status, carrier, tracking, deliveredOn } = this.shop.order(id);
    return { id, status, carrier, tracking, deliveredOn };
  }
}
