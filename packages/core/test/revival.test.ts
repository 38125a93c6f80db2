import "./support/compiled";
import { BrokenSchemaError, Tool, toolSet } from "@skills/core";
import { use } from "./support/calls";

interface Tree {
  at: Date;
  children?: Tree[];
}

class Values {
  /** A moment. */
  @Tool()
  date(when: Date): unknown {
    return when;
  }
  /** A moment or none. */
  @Tool()
  maybe(when: Date | null, until?: Date): unknown {
    return [when, until];
  }
  /** A set. */
  @Tool()
  set(tags: Set<string>): unknown {
    return tags;
  }
  /** A map. */
  @Tool()
  map(prices: Map<string, bigint>): unknown {
    return prices;
  }
  /** A large number. */
  @Tool()
  big(amount: bigint): unknown {
    return amount;
  }
  /** An address. */
  @Tool()
  url(link: URL): unknown {
    return link;
  }
  /** Bytes. */
  @Tool()
  bytes(data: Uint8Array): unknown {
    return data;
  }
  /** Bytes, too. */
  @Tool()
  buffer(data: Buffer): unknown {
    return data;
  }
  /** At depth. */
  @Tool()
  deep(order: { lines: { due: Date; tags: Set<Date> }[]; by: Record<string, URL> }): unknown {
    return order;
  }
  /** Days by their names, beside a member of another type. */
  @Tool()
  beside(days: { [day: `day_${string}`]: Date; id: string; last?: URL }): unknown {
    return days;
  }
  /** A pair. */
  @Tool()
  pair(range: [from: Date, to: Date, note?: string]): unknown {
    return range;
  }
  /** A tree. */
  @Tool()
  tree(root: Tree): unknown {
    return root;
  }
  /** One of two. */
  @Tool()
  either(event: { kind: "at"; at: Date } | { kind: "on"; on: string }): unknown {
    return event;
  }
  /** Moments. */
  @Tool()
  all(...dates: Date[]): unknown {
    return dates;
  }
}

const values = toolSet(new Values());
const DAY = "2026-01-02T00:00:00.000Z";

async function revived(name: string, input: unknown): Promise<unknown> {
  return (await values.runTool(use(name, input), { validateOutput: false })).value;
}

test.each<[string, unknown, unknown]>([
  ["date", { when: DAY }, new Date(DAY)],
  ["maybe", { when: null }, [null, undefined]],
  ["maybe", { when: DAY, until: DAY }, [new Date(DAY), new Date(DAY)]],
  ["set", { tags: ["a", "b"] }, new Set(["a", "b"])],
  ["url", { link: "https://example.com/a?b" }, new URL("https://example.com/a?b")],
  ["bytes", { data: "aGk=" }, new Uint8Array([104, 105])],
  ["buffer", { data: "aGk=" }, Buffer.from("hi")],
  ["pair", { range: [DAY, DAY, "n"] }, [new Date(DAY), new Date(DAY), "n"]],
  ["all", { dates: [DAY] }, [new Date(DAY)]],
  ["either", { event: { kind: "at", at: DAY } }, { kind: "at", at: new Date(DAY) }],
  ["either", { event: { kind: "on", on: DAY } }, { kind: "on", on: DAY }],
  [
    "tree",
    { root: { at: DAY, children: [{ at: DAY, children: [{ at: DAY }] }] } },
    { at: new Date(DAY), children: [{ at: new Date(DAY), children: [{ at: new Date(DAY) }] }] },
  ],
  [
    "deep",
    { order: { lines: [{ due: DAY, tags: [DAY] }], by: { post: "https://example.com/" } } },
    {
      lines: [{ due: new Date(DAY), tags: new Set([new Date(DAY)]) }],
      by: { post: new URL("https://example.com/") },
    },
  ],
  [
    "beside",
    { days: { day_one: DAY, id: DAY, last: "https://example.com/" } },
    { day_one: new Date(DAY), id: DAY, last: new URL("https://example.com/") },
  ],
])("%s %j is given as the signature promises", async (name, input, value) => {
  expect(await revived(name, input)).toEqual(value);
});

test("a bigint is an integer in the input", async () => {
  expect(await revived("big", { amount: 9007199254740991 })).toBe(9007199254740991n);
  expect(await revived("map", { prices: { a: -7 } })).toEqual(new Map([["a", -7n]]));
});

test("a bigint of any size may come back", async () => {
  class Factory {
    /** A large one. */
    @Tool()
    power(of: number): { value: bigint } {
      return { value: 2n ** BigInt(of) };
    }
  }
  const output = await toolSet(new Factory()).runTool(use("power", { of: 64 }), { validateOutput: true });
  expect(output.content).toBe('{"value":"18446744073709551616"}');
});

test.each<[string, unknown, string]>([
  ["date", { when: "yesterday" }, "when"],
  ["date", { when: "2026-02-30T00:00:00Z" }, "when"],
  ["date", { when: "2026-12-31T23:59:60Z" }, "when"],
  ["url", { link: "not a url" }, "link"],
  ["url", { link: "http://" }, "link"],
  ["url", { link: "https://example.com:99999/" }, "link"],
  ["big", { amount: 12.5 }, "amount"],
  // What JSON's reader makes of 18446744073709551617.
  ["big", { amount: 18446744073709552000 }, "amount"],
  ["bytes", { data: "***" }, "data"],
  ["deep", { order: { lines: [{ due: "2026-12-31T23:59:60Z", tags: [] }], by: {} } }, "order.lines[0].due"],
  ["deep", { order: { lines: [], by: { post: "https://example.com:99999/" } } }, "order.by.post"],
])("%s %j is the model's to mend, at its place", async (name, input, path) => {
  const error: unknown = await revived(name, input).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BrokenSchemaError);
  expect((error as BrokenSchemaError).issues.map((issue) => issue.path)).toEqual([path]);
});

const NO_MOMENT = "2026-01-01T23:59:60Z";

test("all values that are none are told in one answer, wherever they stand", async () => {
  const order = { lines: [{ due: NO_MOMENT, tags: [NO_MOMENT] }], by: { a: "http://shop.example:99999/" } };
  const error: unknown = await toolSet(new Values())
    .runTool(use("deep", { order }))
    .catch((thrown: unknown) => thrown);
  expect((error as BrokenSchemaError).issues.map(({ path }) => path)).toEqual([
    "order.lines[0].due",
    "order.lines[0].tags[0]",
    "order.by.a",
  ]);
});

test("a flood of them makes a short text", async () => {
  const lines = Array.from({ length: 20_000 }, () => ({ due: NO_MOMENT, tags: [] }));
  const error: unknown = await toolSet(new Values())
    .runTool(use("deep", { order: { lines, by: {} } }))
    .catch((thrown: unknown) => thrown);
  expect((error as BrokenSchemaError).issues).toHaveLength(1000);
  expect((error as BrokenSchemaError).plainMessage.length).toBeLessThan(2000);
});
