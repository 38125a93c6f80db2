import "reflect-metadata";
import "./support/compiled";
import { Transform, Type } from "class-transformer";
import {
  IsArray,
  IsEmail,
  IsInt,
  IsString,
  Min,
  Validate,
  ValidateNested,
  ValidatorConstraint,
} from "class-validator";
import { BrokenSchemaError, Param, Tool, toolSet, type ToolSet } from "@skills/core";
import { Address } from "./fixtures/address";
import { use } from "./support/calls";

class Item {
  @IsString()
  sku!: string;

  @IsInt()
  @Min(1)
  quantity!: number;

  get double(): number {
    return this.quantity * 2;
  }
}

@ValidatorConstraint()
class Even {
  validate(value: number): boolean {
    return value % 2 === 0;
  }
  defaultMessage(): string {
    return "must be even";
  }
}

class Order {
  @IsEmail()
  customer!: string;

  @ValidateNested()
  @Type(() => Address)
  address!: Address;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Item)
  items!: Item[];

  @IsInt()
  @Validate(Even)
  boxes: number = 2;

  placed?: Date;
}

class Trimmed {
  @Transform(({ value }) => (typeof value === "string" ? value.trim() : value))
  text!: string;
}

/** No decorators at all. */
class Point {
  x!: number;
  y!: number;
  far(): boolean {
    return this.x > 10;
  }
}

class Desk {
  /** Place an order. */
  @Tool()
  place(order: Order): unknown {
    return order;
  }

  /** Several items. */
  @Tool()
  add(@Param({ type: () => Item }) items: Item[]): unknown {
    return items;
  }

  /** One or none. */
  @Tool()
  maybe(@Param({ type: () => Item }) item: Item | null): unknown {
    return item;
  }

  /** Inside a plain object. */
  @Tool()
  inside(@Param({ type: () => Item }) line: { item: Item; note?: string }): unknown {
    return line;
  }

  /** Destructured. */
  @Tool()
  apart(@Param({ type: () => Item }) { item, note }: { item: Item; note?: string }): unknown {
    return { item, note };
  }

  /** Without decorators. */
  @Tool()
  point(point: Point): unknown {
    return point;
  }

  /** With a transformation. */
  @Tool()
  trim(text: Trimmed): unknown {
    return text;
  }

  /** Rest. */
  @Tool()
  each(@Param({ type: () => Item }) ...items: Item[]): unknown {
    return items;
  }
}

const desk = toolSet(new Desk());
const GOOD = {
  customer: "ada@example.com",
  address: { street: "Main", country: "NO" },
  items: [{ sku: "A1", quantity: 1 }],
  boxes: 4,
};

async function value<T>(name: string, input: unknown, set: ToolSet = desk): Promise<T> {
  return (await set.runTool(use(name, input))).value as T;
}

async function issues(name: string, input: unknown) {
  const error: unknown = await desk.runTool(use(name, input)).catch((thrown: unknown) => thrown);
  if (!(error instanceof BrokenSchemaError)) throw error;
  return error.issues.map(({ path, message }) => `${path}: ${message}`);
}

test("a DTO parameter becomes an instance, and so do those inside it", async () => {
  const order = await value<Order>("place", { order: GOOD });
  expect(order).toBeInstanceOf(Order);
  expect(order.address).toBeInstanceOf(Address);
  expect(order.address.label).toBe("Main, NO");
  expect(order.items[0]).toBeInstanceOf(Item);
  expect(order.items[0]?.double).toBe(2);
});

test("its fields that are Dates are Dates", async () => {
  const order = await value<Order>("place", { order: { ...GOOD, placed: "2026-01-02T03:04:05Z" } });
  expect(order.placed).toEqual(new Date("2026-01-02T03:04:05Z"));
});

test("its own defaults stay where the input says nothing", async () => {
  const { boxes: _, ...rest } = GOOD;
  expect((await value<Order>("place", { order: rest })).boxes).toBe(2);
});

test("class-validator's rules that JSON Schema has come from the schema, with paths", async () => {
  expect(await issues("place", { order: { ...GOOD, items: [{ sku: "A1", quantity: 0 }] } })).toEqual([
    "order.items[0].quantity: expected an integer of at least 1; received 0",
  ]);
});

test("its other rules are checked on the instance, with paths", async () => {
  expect(await issues("place", { order: { ...GOOD, boxes: 3 } })).toEqual([
    "order.boxes: must be even; received 3",
  ]);
});

test("an element of a list is an instance where @Param names the class", async () => {
  const items = await value<Item[]>("add", { items: [{ sku: "A1", quantity: 2 }] });
  expect(items[0]).toBeInstanceOf(Item);
});

test("an alternative of a union is one, too", async () => {
  expect(await value("maybe", { item: { sku: "A1", quantity: 2 } })).toBeInstanceOf(Item);
  expect(await value("maybe", { item: null })).toBeNull();
});

test("one inside a plain object is one, and the object stays plain", async () => {
  const line = await value<{ item: Item }>("inside", { line: { item: { sku: "A1", quantity: 2 } } });
  expect(line.item).toBeInstanceOf(Item);
  expect(Object.getPrototypeOf(line)).toBe(Object.prototype);
});

test("one that is destructured is one", async () => {
  const { item } = await value<{ item: Item }>("apart", { item: { sku: "A1", quantity: 2 } });
  expect(item).toBeInstanceOf(Item);
});

test("each of a rest parameter is one", async () => {
  const items = await value<Item[]>("each", { items: [{ sku: "A1", quantity: 1 }] });
  expect(items.every((item) => item instanceof Item)).toBe(true);
});

test("a class without decorators becomes an instance, and is checked by its schema alone", async () => {
  expect((await value<Point>("point", { point: { x: 11, y: 0 } })).far()).toBe(true);
  expect(await issues("point", { point: { x: "a", y: 0 } })).toEqual([
    'point.x: expected a number; received "a"',
  ]);
});

test("class-transformer's own transformations apply", async () => {
  expect((await value<Trimmed>("trim", { text: { text: "  x " } })).text).toBe("x");
});

test("the model's input is left as it was", async () => {
  const input = { order: structuredClone(GOOD) };
  await value("place", input);
  expect(input).toEqual({ order: GOOD });
});

describe("several classes in one parameter", () => {
  class Card {
    @IsString()
    number!: string;
  }
  class Cash {
    @IsInt()
    amount!: number;
  }
  class Till {
    /** Pay. */
    @Tool()
    pay(@Param({ type: () => Card }) means: { card?: Card; cash?: Cash }): unknown {
      return means;
    }
  }

  test("only the one that @Param names becomes an instance of it", async () => {
    const set = toolSet(new Till());
    expect(
      (await value<{ card: Card }>("pay", { means: { card: { number: "1" } } }, set)).card,
    ).toBeInstanceOf(Card);
    expect(
      (await value<{ cash: Cash }>("pay", { means: { cash: { amount: 1 } } }, set)).cash,
    ).not.toBeInstanceOf(Card);
  });
});

describe("an instance inside a plain object", () => {
  class Box {
    @IsInt()
    @Validate(Even)
    weight!: number;
  }
  class Store {
    /** Ship. */
    @Tool()
    ship(@Param({ type: () => Box }) parcel: { boxes: Box[]; by?: Record<string, Box> }): unknown {
      return parcel;
    }
  }
  test("is checked by class-validator, with its path", async () => {
    const error = await toolSet(new Store())
      .runTool(use("ship", { parcel: { boxes: [{ weight: 2 }, { weight: 3 }], by: { air: { weight: 5 } } } }))
      .catch((thrown: unknown) => thrown);
    expect((error as BrokenSchemaError).issues.map(({ path }) => path)).toEqual([
      "parcel.boxes[1].weight",
      "parcel.by.air.weight",
    ]);
  });
});
