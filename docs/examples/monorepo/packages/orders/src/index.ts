import { Tool } from "@skills/core";

export class Orders {
  /** Find an order. */
  @Tool()
  findOrder(id: string): { id: string; status: string } {
    return { id, status: "sent" };
  }
}
