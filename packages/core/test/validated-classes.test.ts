import "reflect-metadata";
import { Type } from "class-transformer";
import { IsDate, IsInt, IsOptional, IsString, ValidateNested } from "class-validator";
import { BasicToolSet, Tool, toolSet } from "@skills/core";
import { inProduction } from "./support/production";
import { use } from "./support/calls";

class Stay {
  @IsDate()
  from!: Date;

  @IsOptional()
  @IsDate()
  until?: Date;
}

class Trip {
  @ValidateNested()
  first!: Stay;

  @ValidateNested({ each: true })
  @Type(() => Stay)
  others!: Stay[];
}

class Tree {
  @IsInt()
  height!: number;

  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => Tree)
  kids?: Tree[];
}

class Leaf {
  @IsString()
  name!: string;

  // The class itself cannot be emitted: it comes later.
  @ValidateNested()
  @Type(() => Branch)
  on!: unknown;
}

class Branch {
  @ValidateNested({ each: true })
  @Type(() => Leaf)
  leaves!: Leaf[];
}

const INPUT = {
  first: { from: "2024-05-06T00:00:00Z" },
  others: [{ from: "2024-05-07T00:00:00Z", until: "2024-05-08T00:00:00Z" }],
};

/** Without a compiler and without a manifest. */
function byMetadata(): [name: string, take: (input: object) => Promise<unknown>][] {
  class Desk {
    @Tool()
    book(trip: Trip): Trip {
      return trip;
    }
  }
  const desk = inProduction(() => toolSet(new Desk()));
  inProduction(() => desk.toolsSchema);
  const parts = new BasicToolSet();
  parts.addTool({ name: "book", inputSchema: Trip, run: (trip) => trip });
  return [
    ["a parameter", async (trip) => (await desk.runTool(use("book", { trip }))).value],
    ["an inputSchema", async (trip) => (await parts.runTool(use("book", trip))).value],
  ];
}

test.each(byMetadata())("dates are dates at every depth of a class that is %s", async (_, take) => {
  const trip = (await take(INPUT)) as Trip;
  expect(trip).toBeInstanceOf(Trip);
  expect([trip.first, ...trip.others].map((stay) => stay instanceof Stay)).toEqual([true, true]);
  expect([trip.first.from, trip.others[0]?.from, trip.others[0]?.until]).toEqual([
    new Date("2024-05-06T00:00:00Z"),
    new Date("2024-05-07T00:00:00Z"),
    new Date("2024-05-08T00:00:00Z"),
  ]);
});

test.each([
  ["itself", Tree],
  ["itself in another", Leaf],
])("a class that contains %s takes its source: that is said", (_, type) => {
  const set = new BasicToolSet();
  const add = () => set.addTool({ name: "take", inputSchema: type, run: () => "taken" });
  expect(add).toThrow(new RegExp(`^S109: ${type.name} contains itself[^]*or give JSON Schema`));
});
