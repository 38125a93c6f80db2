// Writes data/shop.json: the same shop every time, so that the scripted conversations can speak of its orders.
import { writeFileSync } from "node:fs";

const ORDERS = 240;
const AS_OF = "2026-11-30";

let seed = 20261137;
const random = () => {
  // Park and Miller's generator: enough for a shop, and the same on every machine.
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};
const pick = (list) => list[Math.floor(random() * list.length)];
const day = (before) => new Date(Date.parse(AS_OF) - before * 86_400_000).toISOString().slice(0, 10);

const kinds = [
  ["kettle", 3900],
  ["teapot", 2950],
  ["mug", 1250],
  ["lamp", 6400],
  ["blanket", 5200],
  ["cushion", 2400],
  ["clock", 4450],
  ["vase", 3300],
  ["chopping board", 2150],
  ["apron", 1990],
];
const styles = ["copper", "oak", "slate", "linen"];
const products = kinds.flatMap(([kind, price], k) =>
  styles.map((style, s) => ({
    sku: `${kind.slice(0, 2).toUpperCase()}-${String(k * 4 + s + 1).padStart(3, "0")}`,
    name: `${style[0].toUpperCase()}${style.slice(1)} ${kind}`,
    priceCents: price + s * 150,
    stock: Math.floor(random() * 30),
  })),
);

const customers = [
  "Maria Okafor",
  "Jonas Lindqvist",
  "Wei Zhang",
  "Amara Nwosu",
  "Lucía Ferrer",
  "Tom Baker",
  "Noor Haddad",
  "Ines Duarte",
];
const email = (name) =>
  `${name
    .normalize("NFD")
    .replace(/[^A-Za-z ]/g, "")
    .toLowerCase()
    .replace(" ", ".")}@example.com`;

const orders = Array.from({ length: ORDERS }, (_, index) => {
  const customer = pick(customers);
  const items = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const { sku, priceCents } = pick(products);
    return { sku, quantity: 1 + Math.floor(random() * 2), priceCents };
  });
  const placed = 1 + Math.floor(random() ** 1.5 * 45);
  const shipped = placed - 1 - Math.floor(random() * 3);
  const delivered = shipped - 2 - Math.floor(random() * 5);
  const cancelled = random() < 0.06;
  return {
    id: `A${index + 1}`,
    customer,
    email: email(customer),
    placedOn: day(placed),
    status: cancelled ? "cancelled" : delivered >= 0 ? "delivered" : shipped >= 0 ? "shipped" : "processing",
    ...(!cancelled && shipped >= 0
      ? { carrier: pick(["PostNord", "DHL", "Royal Mail"]), tracking: `T${100000 + index * 37}` }
      : {}),
    ...(!cancelled && delivered >= 0 ? { deliveredOn: day(delivered) } : {}),
    items,
  };
});

const file = new URL("../data/shop.json", import.meta.url);
writeFileSync(file, `${JSON.stringify({ asOf: AS_OF, products, orders }, null, 1)}\n`);
