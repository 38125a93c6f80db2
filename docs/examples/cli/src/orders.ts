import { Skill, Tool, type ToolContext } from "@skills/core";

@Skill({ name: "orders", uses: ["quote"] })
export class Orders {
  /**
   * Find an order.
   * @param id The order's number, e.g. A17
   */
  @Tool()
  findOrder(id: string): { id: string; status: "packed" | "sent" } {
    return { id, status: "sent" };
  }

  /** Say what an order would cost today. */
  @Tool()
  async priceOf(id: string, context: ToolContext): Promise<unknown> {
    const price = await context.tools.call("quote", { id });
    return price.ok ? price.value : "unknown";
  }
}
