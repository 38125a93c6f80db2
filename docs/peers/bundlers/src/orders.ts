import { BasicToolSet, Tool } from "@skills/core";

export class Orders {
  /** Find an order. */
  @Tool()
  findOrder(id: string): { id: string; status: string } {
    return { id, status: "sent" };
  }
}

/** What an order weighs, in grams. */
function weigh(id: string): number {
  return id.length * 100;
}

export const parcels = new BasicToolSet();
parcels.addTool(weigh);
