import { join } from "node:path";
import { toolSet, type UnionSkill } from "@skills/core";
import type { QueryOptions } from "@skills/runner";
import { managersRefunds } from "./permissions";
import type { Shop } from "./shop";
import { Catalogue } from "./skills/catalogue";
import { Orders } from "./skills/orders";
import { Refunds } from "./skills/refunds";

const SYSTEM_PROMPT = "You serve the customers of a small shop for the house. Be short and exact.";

// #region union
/** The desk's skills over one shop, as one set. */
export function deskOver(shop: Shop): UnionSkill {
  return toolSet(new Orders(shop), new Refunds(shop), new Catalogue(shop));
}
// #endregion

// #region options
/** A session at the desk: skill classes as tools, and the skill folders of this app, whoever answers. */
export function deskOptions(shop: Shop) {
  return {
    systemPrompt: SYSTEM_PROMPT,
    tools: [deskOver(shop)],
    cwd: join(__dirname, ".."),
    settingSources: ["project"],
    skills: ["refund-policy"],
    canUseTool: managersRefunds(shop),
  } satisfies QueryOptions;
}
// #endregion
