import { Skill, Tool } from "@skills/core";

@Skill({ name: "orders" }) // Next shortens the class's own name, and this one stays.
export class Orders {
  /** Find an order. */
  @Tool()
  findOrder(id: string): { id: string; status: string } {
    return { id, status: "sent" };
  }
}
