import { readFileSync } from "node:fs";
import { ToolError, type Int } from "@skills/core";

/**
 * An order's number: A and up to four digits.
 * @pattern ^A\d{1,4}$
 */
export type OrderId = string;

export type OrderStatus = "processing" | "shipped" | "delivered" | "cancelled";

export interface OrderItem {
  sku: string;
  quantity: Int;
  priceCents: Int;
}

export interface Order {
  id: OrderId;
  customer: string;
  email: string;
  /** Days are written YYYY-MM-DD throughout. */
  placedOn: string;
  status: OrderStatus;
  carrier?: string;
  tracking?: string;
  deliveredOn?: string;
  items: OrderItem[];
}

export interface Product {
  sku: string;
  name: string;
  priceCents: Int;
  /** Pieces in the warehouse. */
  stock: Int;
}

interface ShopData {
  /** The shop's today. */
  asOf: string;
  products: Product[];
  orders: Order[];
}

/** The shop's records, read from its file when they are first asked for. */
export class Shop {
  private loaded: ShopData | undefined;

  constructor(private readonly file: string) {}

  get today(): string {
    return this.data.asOf;
  }

  get products(): readonly Product[] {
    return this.data.products;
  }

  get orders(): readonly Order[] {
    return this.data.orders;
  }

  /** @throws ToolError where there is no such order */
  order(id: OrderId): Order {
    const order = this.orders.find((candidate) => candidate.id === id);
    if (order) return order;
    throw new ToolError(`There is no order ${id}. The orders are A1 to A${String(this.orders.length)}.`);
  }

  /** @throws ToolError where there is no such product */
  product(sku: string): Product {
    const product = this.products.find((candidate) => candidate.sku === sku);
    if (product) return product;
    throw new ToolError(`There is no product ${sku}. Search the catalogue for its name.`);
  }

  /** @throws Error where the file is missing or is no shop's: a tool that needs it fails, and the desk goes on */
  private get data(): ShopData {
    return (this.loaded ??= read(this.file));
  }
}

/** What an order cost. */
export function totalCents({ items }: Order): Int {
  return items.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0);
}

function read(file: string): ShopData {
  let data: Partial<ShopData>;
  try {
    data = JSON.parse(readFileSync(file, "utf8")) as Partial<ShopData>;
  } catch (error) {
    throw new Error("the shop's data file cannot be read; run `node apps/shop-desk/scripts/make-data.mjs`", {
      cause: error,
    });
  }
  if (Array.isArray(data.orders) && Array.isArray(data.products) && typeof data.asOf === "string")
    return data as ShopData;
  throw new Error("the shop's data file holds no orders, products and asOf");
}
