import { Skill, Tool, type Int } from "@skills/core";
import type { Product, Shop } from "../shop";

// #region class
@Skill({ name: "catalogue", folder: "../../skills/catalogue" })
export class Catalogue {
  constructor(private readonly shop: Shop) {}

  /**
   * Search the shop's products by words of their names.
   * @param words What the customer calls it, e.g. "copper kettle"
   * @param maxPriceCents The highest price, in cents
   * @param inStock Only what can be sent today
   * @param limit How many at most
   * @maximum 20
   */
  @Tool({ annotations: { readOnly: true } })
  searchProducts(words: string, maxPriceCents?: Int, inStock = true, limit: Int = 3): Product[] {
    const wanted = words.toLowerCase().split(/\s+/);
    return this.shop.products
      .filter(({ name }) => wanted.every((word) => name.toLowerCase().includes(word)))
      .filter(({ priceCents }) => priceCents <= (maxPriceCents ?? Infinity))
      .filter(({ stock }) => !inStock || stock > 0)
      .slice(0, limit);
  }
}
// #endregion
