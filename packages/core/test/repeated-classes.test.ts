import { Type } from "class-transformer";
import { IsInt, Max, ValidateNested } from "class-validator";
import { Tool, toolSet } from "@skills/core";
import "./support/compiled";

class Account {
  @IsInt()
  @Max(9)
  number!: number;

  half(): number {
    return this.number / 2;
  }
}

class Pair {
  @ValidateNested()
  @Type(() => Account)
  first!: Account;

  @ValidateNested()
  @Type(() => Account)
  second!: Account;
}

class Bank {
  /** Move money. */
  @Tool()
  transfer(from: Account, to: Account): number[] {
    return [from.half(), to.half()];
  }

  /** Move money between a pair. */
  @Tool()
  settle(pair: Pair): boolean[] {
    return [pair.first instanceof Account, pair.second instanceof Account];
  }
}

const run = async (name: string, input: object): Promise<unknown> =>
  (await toolSet(new Bank()).runTool({ type: "tool_use", id: "t", name, input })).value;

test("two parameters of one class are both instances, and both are validated", async () => {
  expect(await run("transfer", { from: { number: 2 }, to: { number: 4 } })).toEqual([1, 2]);
  await expect(run("transfer", { from: { number: 2 }, to: { number: 40 } })).rejects.toMatchObject({
    issues: [{ path: "to.number" }],
  });
});

test("two properties of one class are both instances", async () => {
  expect(await run("settle", { pair: { first: { number: 2 }, second: { number: 4 } } })).toEqual([
    true,
    true,
  ]);
});
