import "reflect-metadata";
import "./support/compiled";
import { Transform, Type } from "class-transformer";
import { IsIn, IsOptional, IsString, Validate, ValidateNested, ValidatorConstraint } from "class-validator";
import { BrokenSchemaError, Param, Tool, toolSet } from "@skills/core";
import { use } from "./support/calls";

@ValidatorConstraint()
class NotMallory {
  validate(value: string): boolean {
    return value !== "Mallory";
  }
  defaultMessage(): string {
    return "Mallory is not welcome";
  }
}

class Guest {
  @IsString()
  @Validate(NotMallory)
  name!: string;

  born?: Date;

  greeting(): string {
    return `Hello, ${this.name}`;
  }
}

class Cat {
  @IsIn(["cat"])
  kind!: "cat";

  born!: Date;
}

class Dog {
  @IsIn(["dog"])
  kind!: "dog";

  tags!: Set<string>;
}

const PETS = {
  keepDiscriminatorProperty: true,
  discriminator: {
    property: "kind",
    subTypes: [
      { value: Cat, name: "cat" },
      { value: Dog, name: "dog" },
    ],
  },
};

class Party {
  @ValidateNested({ each: true })
  @Type(() => Guest)
  seats!: Map<string, Guest>;

  @ValidateNested({ each: true })
  @Type(() => Guest)
  waiting!: Set<Guest>;

  @ValidateNested({ each: true })
  @Type(() => Guest)
  tables!: Guest[][];

  @ValidateNested()
  @Type(() => Object, PETS)
  pet!: Cat | Dog;

  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => Object, PETS)
  others?: (Cat | Dog)[];
}

const SECOND = 1000;

class Price {
  readonly amount: string;
  readonly note?: string;

  constructor(amount: string) {
    this.amount = amount.trim();
    this.note = undefined;
  }
}

class Bill {
  @Transform(({ value }) => new Price((value as Price).amount))
  total!: Price;

  @Transform(({ value }) => (value as Price[]).map(({ amount }) => new Price(amount)))
  lines!: Price[];
}

class Changed {
  @Transform(({ value }) => (typeof value === "string" ? new Date(Date.parse(value) + SECOND) : undefined))
  later!: Date;

  @Transform(({ value }) => (Array.isArray(value) ? (value as string[]).slice(1) : undefined))
  days!: Date[];

  @Transform(({ value }) => (typeof value === "string" ? value.trim() : undefined))
  link!: URL;

  @Type(() => Guest)
  @Transform(({ value }) => (value as Guest[]).filter(({ name }) => name !== ""))
  guests!: Guest[];
}

class Desk {
  /** Plan a party. */
  @Tool()
  plan(party: Party): unknown {
    return party;
  }

  /** Take what is changed on the way. */
  @Tool()
  change(changed: Changed): unknown {
    return changed;
  }

  /** Pay a bill. */
  @Tool()
  pay(bill: Bill): unknown {
    return bill;
  }

  /** Guests by their seats. */
  @Tool()
  seat(@Param({ type: () => Guest }) guests: Map<string, Guest[]>): unknown {
    return guests;
  }
}

const desk = toolSet(new Desk());
const DAY = "2026-01-02T00:00:00.000Z";
const ADA = { name: "Ada", born: DAY };
const PARTY = { seats: {}, waiting: [], tables: [], pet: { kind: "cat", born: DAY } };

async function value<T>(name: string, input: unknown): Promise<T> {
  return (await desk.runTool(use(name, input), { validateOutput: false })).value as T;
}

async function issues(name: string, input: unknown): Promise<string[]> {
  const error: unknown = await desk.runTool(use(name, input)).catch((thrown: unknown) => thrown);
  if (!(error instanceof BrokenSchemaError)) throw error;
  return error.issues.map(({ path, message }) => `${path}: ${message.split(";")[0] ?? ""}`);
}

const isAda = (guest: unknown): void => {
  expect(guest).toBeInstanceOf(Guest);
  expect(guest).toMatchObject({ name: "Ada", born: new Date(DAY) });
};

describe("inside an instance", () => {
  test("those in maps, sets and lists of lists are of the class that @Type names", async () => {
    const party = { ...PARTY, seats: { first: ADA }, waiting: [ADA], tables: [[ADA]] };
    const { seats, waiting, tables } = await value<Party>("plan", { party });
    expect([...seats.keys()]).toEqual(["first"]);
    for (const guest of [seats.get("first"), ...waiting, tables[0]?.[0]]) isAda(guest);
  });

  test("those in unions are of the class that the discriminator names", async () => {
    const pets = [{ kind: "dog", tags: ["old"] }, PARTY.pet];
    const { pet, others } = await value<Party>("plan", { party: { ...PARTY, others: pets } });
    expect(pet).toBeInstanceOf(Cat);
    expect(others?.map((each) => each.constructor)).toEqual([Dog, Cat]);
    expect(others).toMatchObject([
      { kind: "dog", tags: new Set(["old"]) },
      { kind: "cat", born: new Date(DAY) },
    ]);
  });

  test("class-validator checks them there", async () => {
    const party = { ...PARTY, seats: { first: { name: "Mallory" } } };
    expect(await issues("plan", { party })).toEqual(["party.seats.first.name: Mallory is not welcome"]);
  });
});

test("instances in a map of their own are made and checked", async () => {
  isAda((await value<Map<string, Guest[]>>("seat", { guests: { first: [ADA] } })).get("first")?.[0]);
  expect(await issues("seat", { guests: { first: [ADA, { name: "Mallory" }] } })).toEqual([
    "guests.first[1].name: Mallory is not welcome",
  ]);
});

test("what @Transform made stays, and what it left as JSON becomes what the type says", async () => {
  const other = "2026-05-06T00:00:00.000Z";
  const changed = await value<Changed>("change", {
    changed: { later: DAY, days: [DAY, other], link: "https://example.com/", guests: [{ name: "" }, ADA] },
  });
  expect(changed.later).toEqual(new Date(Date.parse(DAY) + SECOND));
  expect(changed.days).toEqual([new Date(other)]);
  expect(changed.link).toEqual(new URL("https://example.com/"));
  expect(changed.guests).toHaveLength(1);
  isAda(changed.guests[0]);
});

test("what @Transform made of a class that cannot be made of nothing stays", async () => {
  const price = { amount: " 12 " };
  const { total, lines } = await value<Bill>("pay", { bill: { total: price, lines: [price] } });
  for (const made of [total, ...lines]) {
    expect(made).toBeInstanceOf(Price);
    expect(made).toEqual({ amount: "12", note: undefined });
  }
});

test("a moment that there is not is told as it was given", async () => {
  const party = { ...PARTY, pet: { kind: "cat", born: "2016-12-31T23:59:60Z" } };
  const error: unknown = await desk.runTool(use("plan", { party })).catch((thrown: unknown) => thrown);
  expect((error as BrokenSchemaError).issues).toMatchObject([
    { path: "party.pet.born", received: '"2016-12-31T23:59:60Z"' },
  ]);
});
