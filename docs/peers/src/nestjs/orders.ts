import { Injectable } from "@nestjs/common";
import { Tool } from "@skills/core";

@Injectable()
export class OrderStore {
  async find(id: string) {
    return id === "A1" ? { id, status: "sent" } : null;
  }
}

// #region tools
@Injectable()
export class Orders {
  constructor(private readonly store: OrderStore) {}

  /**
   * Find an order.
   * @param id As it is printed on the invoice, e.g. A1
   */
  @Tool({ annotations: { readOnly: true } })
  async findOrder(id: string) {
    return (await this.store.find(id)) ?? `There is no order ${id}.`;
  }
}
// #endregion
