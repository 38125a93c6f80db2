import { toolSet, type UnionSkill } from "@skills/core";
import type { Shop } from "./shop";
import { Catalogue } from "./skills/catalogue";
import { Orders } from "./skills/orders";
import { Refunds } from "./skills/refunds";

export const SYSTEM_PROMPT = "You serve the customers of a small shop for the house. Be short and exact.";

/** The desk's skills over one shop, as one set. */
export function deskOver(shop: Shop): UnionSkill {
  return toolSet(new Orders(shop), new Refunds(shop), new Catalogue(shop));
}
