import "reflect-metadata";
import "./support/compiled";
import {
  IsArray,
  IsEnum,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from "class-validator";
import { Type } from "class-transformer";
import * as core from "@skills/core";
import { manifestOf, Param, SkillsError, Tool, ToolContext, toolSet } from "@skills/core";
import type { Address } from "./fixtures/address";
import { Address as AddressClass } from "./fixtures/address";
import { inProduction } from "./support/production";
import { runSource } from "./support/run-source";
import { use } from "./support/calls";

function thrownBy(work: () => unknown): SkillsError {
  try {
    work();
  } catch (error) {
    if (error instanceof SkillsError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

enum Speed {
  Normal = "normal",
  Express = "express",
}

class Line {
  @IsString()
  @Matches(/^[A-Z]\d+$/)
  sku!: string;

  @IsInt()
  @Min(1)
  @Max(9)
  quantity!: number;
}

class Order {
  @Length(2, 40)
  customer!: string;

  @IsEnum(Speed)
  speed!: Speed;

  @IsOptional()
  @IsIn(["gold", "silver"])
  rank?: string;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];

  @IsArray()
  @IsString({ each: true })
  tags!: string[];

  @ValidateNested()
  first!: Line;
}

describe("without manifest and compiler, names by @Param and emitted types are enough", () => {
  class Weather {
    @Tool({ description: "The weather." })
    get(
      context: ToolContext,
      @Param({ name: "city", description: "Where", minLength: 2, pattern: "^[A-Z]" }) city: string,
      @Param({ name: "days", integer: true, min: 1, max: 7, default: 3 }) days: number = 3,
      @Param({ name: "unit", oneOf: ["c", "f"] }) unit?: string,
      @Param({ name: "wind", type: undefined }) wind?: boolean,
      signal?: AbortSignal,
    ): unknown[] {
      return [context.toolUse.id, city, days, unit, wind, signal instanceof AbortSignal];
    }
  }
  const set = inProduction(() => toolSet(new Weather()));

  test("the schema", () => {
    expect(set.toolsSchema).toEqual([
      {
        name: "get",
        description: "The weather.",
        input_schema: {
          type: "object",
          properties: {
            city: { type: "string", description: "Where", minLength: 2, pattern: "^[A-Z]" },
            days: { type: "integer", minimum: 1, maximum: 7, default: 3 },
            unit: { type: "string", enum: ["c", "f"] },
            wind: { type: "boolean" },
          },
          required: ["city", "unit", "wind"],
          additionalProperties: false,
        },
      },
    ]);
  });
  test("the call", async () => {
    const { value } = await set.runTool(use("get", { city: "Oslo", unit: "c", wind: true }));
    expect(value).toEqual(["toolu_1", "Oslo", 3, "c", true, true]);
  });
});

describe("a class that class-validator knows needs no @Param", () => {
  class Shop {
    @Tool({ description: "Order." })
    place(order: Order): unknown {
      return order;
    }
  }
  const set = inProduction(() => toolSet(new Shop()));
  const line = {
    type: "object",
    properties: {
      sku: { type: "string", pattern: "^[A-Z]\\d+$" },
      quantity: { type: "integer", minimum: 1, maximum: 9 },
    },
    required: ["sku", "quantity"],
    additionalProperties: false,
  };

  test("its schema comes from its rules", () => {
    expect(set.toolsSchema[0]?.input_schema).toEqual({
      type: "object",
      properties: {
        order: {
          type: "object",
          properties: {
            customer: { type: "string", minLength: 2, maxLength: 40 },
            speed: { type: "string", enum: ["normal", "express"] },
            rank: { type: "string", enum: ["gold", "silver"] },
            lines: { type: "array", items: line },
            tags: { type: "array", items: { type: "string" } },
            first: line,
          },
          required: ["customer", "speed", "lines", "tags", "first"],
          additionalProperties: false,
        },
      },
      required: ["order"],
      additionalProperties: false,
    });
  });
  test("the method gets an instance", async () => {
    const one = { sku: "A1", quantity: 1 };
    const { value } = await set.runTool(
      use("place", { order: { customer: "Ada", speed: "express", lines: [one], tags: ["x"], first: one } }),
    );
    expect(value).toBeInstanceOf(Order);
    expect((value as Order).lines[0]).toBeInstanceOf(Line);
  });
});

test("a parameter without a name is an error with the ways out", () => {
  class Nameless {
    @Tool()
    get(city: string): string {
      return city;
    }
  }
  const error = thrownBy(() => inProduction(() => manifestOf(Nameless)));
  expect(error.code).toBe("S109");
  expect(error.plainMessage).toBe("nothing describes parameter 0 of Nameless.get");
  expect(error.place?.file).toBe(__filename);
  expect(error.help).toContain("install @skills/compiler");
});

test("a parameter whose type is a union or an interface is one, too", () => {
  class Union {
    @Tool()
    get(@Param({ name: "city" }) city: string | number): string {
      return String(city);
    }
  }
  expect(thrownBy(() => inProduction(() => manifestOf(Union)))).toMatchObject({
    code: "S109",
    plainMessage: 'nothing describes parameter "city" of Union.get',
  });
});

/** A class as TypeScript compiles it with `experimentalDecorators` but without `emitDecoratorMetadata`. */
function withoutMetadata(source: string): new () => object {
  const modules = { "@skills/core": core, "./address": { Address: AddressClass } };
  return runSource(source, { experimentalDecorators: true }, modules).Desk as new () => object;
}

test("emitDecoratorMetadata that is off where it is needed has a code of its own", () => {
  const Desk = withoutMetadata(`
    import { Param, Tool } from "@skills/core";
    import { Address } from "./address";
    export class Desk { @Tool() take(@Param({ name: "a" }) a: Address) {} }`);
  const error = thrownBy(() => inProduction(() => toolSet(new Desk())));
  expect(error.code).toBe("S106");
  expect(error.help).toContain('"emitDecoratorMetadata": true');
});

test("without it, a named class and nothing else to know is enough", () => {
  const Desk = withoutMetadata(`
    import { Param, Tool } from "@skills/core";
    import { Address } from "./address";
    export class Desk { @Tool({description: "d"}) take(@Param({ name: "a", type: () => Address }) a: Address) {} }`);
  const set = inProduction(() => toolSet(new Desk()));
  expect(Object.keys(set.toolsSchema[0]?.input_schema.properties ?? {})).toEqual(["a"]);
});

describe("a DTO that was imported as a type only", () => {
  class Post {
    /** Send. */
    @Tool()
    send(address: Address): unknown {
      return address;
    }
  }
  class Named {
    /** Send. */
    @Tool()
    send(@Param({ type: () => AddressClass }) address: Address): unknown {
      return address;
    }
  }

  test("is an error that says how to import it", () => {
    const error = thrownBy(() => toolSet(new Post()));
    expect(error.code).toBe("S108");
    expect(error.plainMessage).toContain("parameter `address`: it is of class Address");
    expect(error.help).toContain('import Address as a value, not with "import type"');
    expect(error.place?.file).toBe(__filename);
  });
  test("is an instance where @Param names it", async () => {
    const { value } = await toolSet(new Named()).runTool(
      use("send", { address: { street: "Main", country: "NO" } }),
    );
    expect(value).toBeInstanceOf(AddressClass);
  });
});

describe("an import cycle that leaves a parameter's class unset", () => {
  test("is named where the compiler emits the class as it is", () => {
    class Desk {
      /** Takes a DTO. */
      @Tool()
      take(address: AddressClass): unknown {
        return address;
      }
    }
    // As tsc emits it: `[cycle_dto_1.CycleDto]`, which is undefined when the decorator runs.
    Reflect.defineMetadata("design:paramtypes", [undefined], Desk.prototype, "take");
    const error = thrownBy(() => toolSet(new Desk()));
    expect(error.code).toBe("S107");
    expect(error.plainMessage).toContain('parameter "address" of Desk.take');
    expect(error.help).toContain("@Param({ type: () => Address })");
  });

  test("is among the causes where a compiler of single files emits Object in its place", () => {
    // Loaded from this side, the desk's decorators run before the DTO's class is there.
    const { CycleDto } = jest.requireActual<typeof import("./fixtures/cycle-dto")>("./fixtures/cycle-dto");
    const error = thrownBy(() => toolSet(new (CycleDto.desk() as new () => object)()));
    expect(error.code).toBe("S108");
    expect(error.plainMessage).toContain('parameter "dto" of CycleDesk.take');
    expect(error.help).toContain("break that cycle");
    expect(error.place?.file).toMatch(/cycle-desk\.ts$/);
  });
});
