import { Tool } from "@skills/core";

/** The class that every recipe lets a model use. */
export class Orders {
  /**
   * Find an order.
   * @param id As it is printed on the invoice, e.g. A1
   */
  @Tool({ annotations: { readOnly: true } })
  async findOrder(id: string) {
    return { id, status: "sent" };
  }
}
