import "reflect-metadata";
import "./support/compiled";
import { Exclude, Expose, Transform, Type } from "class-transformer";
import {
  IsDate,
  IsDefined,
  IsISBN,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Min,
  ValidateIf,
  ValidateNested,
} from "class-validator";
import { SkillsError, Tool, toolSet, type ToolSet } from "@skills/core";
import { use } from "./support/calls";
import { inProduction } from "./support/production";

class Shelf {
  @Expose({ name: "shelf_row" })
  @IsInt()
  row!: number;
}

class Loan {
  @Expose({ name: "book_id" })
  @IsString()
  bookId!: string;

  @Expose({ name: "sent_as", toPlainOnly: true })
  @IsString()
  reader!: string;

  @Expose({ name: "due_in", toClassOnly: true, since: 2 })
  @IsInt()
  @Min(1)
  days!: number;

  @Expose({ groups: ["staff"] })
  @IsOptional()
  @IsString()
  remark?: string;

  @Expose({ name: "staff_code", groups: ["staff"] })
  @IsString()
  code!: string;

  @Exclude()
  @IsOptional()
  @IsString()
  secret?: string;

  @Exclude({ toPlainOnly: true })
  @IsString()
  pin!: string;

  @Expose({ name: "kept_at" })
  @ValidateNested()
  @Type(() => Shelf)
  shelf!: Shelf;

  @IsUrl()
  link?: string;

  @IsDefined()
  reason?: unknown;

  @ValidateIf(({ days }: Loan) => days > 30)
  @IsString()
  approval!: string;
}

@Exclude()
class Sealed {
  @Expose()
  @IsString()
  open!: string;

  @Expose({ name: "other_name" })
  @IsString()
  named!: string;

  @Expose({ toPlainOnly: true })
  @IsOptional()
  @IsString()
  sent?: string;

  @IsOptional()
  @IsString()
  closed?: string;
}

class Copy {
  @Expose({ name: "isbn_number" })
  @IsISBN()
  isbn!: string;

  @Expose({ name: "bought_at" })
  @IsDate()
  boughtAt!: Date;

  @Expose()
  @IsOptional()
  @IsInt()
  weeks: number = 2;

  @Expose()
  @IsOptional()
  @IsString()
  @Transform(({ value }: { value?: string }) => value ?? "en")
  language?: string;
}

const LOAN = {
  book_id: "b1",
  reader: "ada",
  due_in: 3,
  staff_code: "s",
  pin: "1234",
  kept_at: { shelf_row: 2 },
  link: "https://example.com",
  reason: "study",
};

function described(): ToolSet {
  class Desk {
    /** Lend a book. */
    @Tool()
    lend(loan: Loan): unknown {
      return loan;
    }
    /** Add a copy. */
    @Tool()
    add(copy: Copy): unknown {
      return copy;
    }
    /** Take what is sealed. */
    @Tool()
    take(sealed: Sealed): unknown {
      return sealed;
    }
  }
  const set = toolSet(new Desk());
  void set.toolsSchema;
  return set;
}

describe.each([
  ["by the compiler", described],
  ["without it", () => inProduction(described)],
])("described %s", (_, make) => {
  const set = make();

  function parameter(tool: string, name: string): { properties: object; required: string[] } {
    const input = set.toolsSchema.find((candidate) => candidate.name === tool)?.input_schema;
    return input?.properties?.[name] as { properties: object; required: string[] };
  }

  test("an input has the names that class-transformer takes, and nothing that it drops", () => {
    const { properties, required } = parameter("lend", "loan");
    expect(Object.keys(properties)).toEqual([...Object.keys(LOAN), "approval"]);
    expect(properties).toMatchObject({
      book_id: { type: "string" },
      kept_at: { properties: { shelf_row: { type: "integer" } }, required: ["shelf_row"] },
    });
    expect(required).toEqual(Object.keys(LOAN));
  });

  test("what fits the schema reaches the method's properties", async () => {
    const { value } = await set.runTool(use("lend", { loan: LOAN }));
    expect(value).toBeInstanceOf(Loan);
    expect(value).toMatchObject({
      bookId: "b1",
      days: 3,
      code: "s",
      pin: "1234",
      shelf: { row: 2 },
      reason: "study",
    });
    expect((value as Loan).shelf).toBeInstanceOf(Shelf);
  });

  const COPY = { isbn_number: "9783161484100", bought_at: "2024-05-06T00:00:00Z" };

  test("values that class-transformer does not make, and defaults, are those of the property", async () => {
    const { value } = await set.runTool(use("add", { copy: COPY }));
    expect({ ...(value as Copy) }).toEqual({
      isbn: COPY.isbn_number,
      boughtAt: new Date(COPY.bought_at),
      weeks: 2,
      language: "en",
    });
  });

  test("what a rule of the class refuses is told under the name that the model gave", async () => {
    const call = set.runTool(use("add", { copy: { ...COPY, isbn_number: "1" } }));
    await expect(call).rejects.toMatchObject({ issues: [{ path: "copy.isbn_number" }] });
  });

  test.each(["link", "reason", "book_id"])("%s, which class-validator wants, is required", async (name) => {
    const { [name as "link"]: __, ...rest } = LOAN;
    await expect(set.runTool(use("lend", { loan: rest }))).rejects.toThrow(name);
  });

  test("of a class that excludes all, only what is exposed is taken", async () => {
    const { properties, required } = parameter("take", "sealed");
    expect(Object.keys(properties)).toEqual(["open", "other_name"]);
    expect(required).toEqual(["open", "other_name"]);
    const { value } = await set.runTool(use("take", { sealed: { open: "a", other_name: "b" } }));
    expect(value).toMatchObject({ open: "a", named: "b" });
  });

  test("a result is written under the names of its properties", async () => {
    const { content } = await set.runTool(use("take", { sealed: { open: "a", other_name: "b" } }));
    expect(JSON.parse(content as string)).toMatchObject({ open: "a", named: "b" });
  });
});

test("what is required and taken from no input is an error on either way", () => {
  class Locked {
    @Exclude()
    @IsString()
    secret!: string;

    @IsString()
    open!: string;
  }
  function refusal(): string {
    class Desk {
      /** Take. */
      @Tool()
      take(locked: Locked): unknown {
        return locked;
      }
    }
    try {
      void toolSet(new Desk()).toolsSchema;
    } catch (error) {
      if (error instanceof SkillsError) return error.code;
    }
    return "none";
  }
  expect([refusal(), inProduction(refusal)]).toEqual(["S205", "S205"]);
});
