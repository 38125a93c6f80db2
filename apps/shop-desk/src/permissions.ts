import type { CanUseTool } from "@skills/runner";
import { totalCents, type Shop } from "./shop";

const MOST_CENTS = 100_00;

// #region permission
/** Lets the desk do everything itself but refunds above 100.00: those are a manager's. */
export function managersRefunds(shop: Shop): CanUseTool {
  return (tool, input) => {
    if (tool !== "refundOrder") return { behavior: "allow" };
    const { orderId } = (input.request ?? {}) as { orderId?: unknown };
    // An order that is not there is for the tool to speak of.
    const order = shop.orders.find(({ id }) => id === orderId);
    if (!order || totalCents(order) <= MOST_CENTS) return { behavior: "allow" };
    return {
      behavior: "deny",
      message: "a refund above 100.00 is a manager's to make. Say that one will call within a day.",
    };
  };
}
// #endregion
