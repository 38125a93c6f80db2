import { Param, Skill, Tool, type Int } from "@skills/core";

type Tree = { name: string; children: Tree[] };
type Payment = { kind: "card"; number: string; limit?: Int } | { kind: "bank"; iban: string };

/** Parameters of every kind, each method right for what its types say. */
@Skill({ name: "catalogue" })
export class Catalogue {
  readonly #seen = new Set<string>();

  /**
   * Find products.
   * @param query What to look for
   */
  @Tool()
  find(
    @Param({ minLength: 2, maxLength: 20 }) query: string,
    sort: "price" | "name" | 3 = "name",
    @Param({ min: 1, max: 50, integer: true }) limit = 10,
  ): string {
    this.#seen.add(query);
    return `${query} by ${String(sort)}, ${String(limit)} of ${String(this.#seen.size)}`;
  }

  /** Count a tree's nodes. */
  @Tool()
  count(tree: Tree): number {
    return 1 + tree.children.reduce((sum, child) => sum + this.count(child), 0);
  }

  /** Pay in one of several ways. */
  @Tool()
  pay(payment: Payment, shares: [string, number], tags: Record<string, number>): string {
    const way = payment.kind === "card" ? payment.number : payment.iban;
    return `${way} ${shares[0]} ${shares[1].toFixed(2)} ${Object.keys(tags).join()}`;
  }

  /** Everything that JSON has no type for. */
  @Tool()
  book(
    from: Date,
    link: URL,
    amount: bigint,
    colours: Set<"red" | "green">,
    @Param({ pattern: "^[A-Z]{2}-\\d{3}$" }) sku: string,
    @Param({ format: "email" }) mail: string,
    note?: string | null,
  ): string {
    const parts = [from.toISOString(), link.href, amount + 1n, colours.size, sku.slice(3), mail, note];
    return parts.join(" ");
  }

  /** Any JSON at all. */
  @Tool()
  keep(value: unknown): unknown {
    return value;
  }
}
