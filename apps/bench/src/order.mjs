// One order: nine fields and an array of objects. What the families that validate take.

export const NAMES = ["id", "name", "age", "email", "active", "role", "score", "tags", "items"];

export const input = {
  id: "A17",
  name: "Maria",
  age: 33,
  email: "maria@example.com",
  active: true,
  role: "buyer",
  score: 1.5,
  tags: ["new", "north"],
  items: [
    { sku: "KE-001", quantity: 2 },
    { sku: "LA-013", quantity: 1 },
  ],
};

export const item = {
  type: "object",
  properties: { sku: { type: "string" }, quantity: { type: "integer" } },
  required: ["sku", "quantity"],
  additionalProperties: false,
};
export const inputSchema = {
  type: "object",
  properties: {
    id: { type: "string", pattern: "^A\\d+$" },
    name: { type: "string", minLength: 1 },
    age: { type: "integer", minimum: 0 },
    email: { type: "string" },
    active: { type: "boolean" },
    role: { type: "string", enum: ["buyer", "seller", "clerk"] },
    score: { type: "number" },
    tags: { type: "array", items: { type: "string" } },
    items: { type: "array", items: item },
  },
  required: NAMES,
  additionalProperties: false,
};
