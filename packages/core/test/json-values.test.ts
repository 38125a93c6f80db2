import { setOf, use } from "./support/calls";

async function sent(value: unknown): Promise<string> {
  return String((await setOf({ run: () => value }).runTool(use("tool"))).content);
}

class Money {
  constructor(
    readonly amount: number,
    private readonly cents = 0,
  ) {}
}

describe("what JSON cannot hold has a form", () => {
  test.each<[string, unknown, string]>([
    ["a bigint that a number holds", { n: 12n }, '{"n":12}'],
    ["a bigint that no number holds", { n: 2n ** 64n }, '{"n":"18446744073709551616"}'],
    ["a bigint by itself", 7n, "7"],
    ["a Date", { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ["a Date that is none", { at: new Date(NaN) }, '{"at":null}'],
    [
      "a Map",
      new Map<unknown, unknown>([
        ["a", 1],
        [2, new Map([["b", 2n]])],
      ]),
      '{"2":{"b":2},"a":1}',
    ],
    ["a Map with a key __proto__", new Map([["__proto__", 1]]), '{"__proto__":1}'],
    ["a Set", { tags: new Set(["a", 1n]) }, '{"tags":["a",1]}'],
    ["bytes", { bytes: Buffer.from("hi") }, '{"bytes":"aGk="}'],
    ["a view of bytes", new Uint8Array([104, 105]), '"aGk="'],
    ["a buffer of bytes", new Uint8Array([104, 105]).buffer, '"aGk="'],
    ["an error", { failed: new TypeError("gone") }, '{"failed":{"name":"TypeError","message":"gone"}}'],
    [
      "an error with fields of its own",
      { error: Object.assign(new TypeError("gone"), { status: 5n, stack: "at …", retry: undefined }) },
      '{"error":{"name":"TypeError","message":"gone","status":5}}',
    ],
    [
      "an error that sets its name",
      Object.assign(new Error("late"), { name: "RefundError", order: new Money(5) }),
      '{"name":"RefundError","message":"late","order":{"amount":5,"cents":0}}',
    ],
    [
      "an error's cause",
      new Error("late", { cause: new Error("inner") }),
      '{"name":"Error","message":"late"}',
    ],
    [
      "an error's cause that is a field",
      Object.assign(new Error("late"), { cause: new RangeError("inner") }),
      '{"name":"Error","message":"late","cause":{"name":"RangeError","message":"inner"}}',
    ],
    ["an instance", new Money(5), '{"amount":5,"cents":0}'],
    [
      "functions and symbols",
      { f: () => 1, s: Symbol("s"), list: [() => 1, Symbol("s")] },
      '{"list":[null,null]}',
    ],
    ["numbers that are none", [NaN, Infinity, -0], "[null,null,0]"],
    ["a hole", [1, undefined, 3], "[1,null,3]"],
    ["an own toJSON", { toJSON: () => ({ n: 1n }) }, '{"n":1}'],
    ["a URL", new URL("https://example.com/a"), '"https://example.com/a"'],
    ["a boxed value", [Object("a"), Object(1), Object(true)], '["a",1,true]'],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ["a regular expression", { pattern: /a+/g }, '{"pattern":"/a+/g"}'],
  ])("%s", async (_, value, text) => {
    expect(await sent(value)).toBe(text);
  });
});

test("a cycle is named where it closes", async () => {
  const order: Record<string, unknown> = { id: 1 };
  order.self = order;
  order.items = [{ order }];
  expect(await sent(order)).toBe('{"id":1,"self":"[circular]","items":[{"order":"[circular]"}]}');
});

test("what is only met twice is no cycle", async () => {
  const shared = { a: 1n };
  expect(await sent({ x: shared, y: [shared, shared] })).toBe('{"x":{"a":1},"y":[{"a":1},{"a":1}]}');
});

test("a tree whose nodes know their parents is written at once", async () => {
  interface Node {
    parent?: Node;
    children: Node[];
  }
  const grow = (levels: number, parent?: Node): Node => {
    const node: Node = { parent, children: [] };
    if (levels > 0) node.children = [1, 2, 3].map(() => grow(levels - 1, node));
    return node;
  };
  expect(await sent(grow(3))).toContain("[circular]");
});

test("a toJSON, a getter or a proxy that throws spoils only its own place", async () => {
  const value = {
    good: 1,
    json: {
      toJSON() {
        throw new Error("no");
      },
    },
    get bad(): number {
      throw new Error("not now");
    },
    proxy: new Proxy(
      {},
      {
        ownKeys() {
          throw new Error("locked");
        },
      },
    ),
  };
  expect(JSON.parse(await sent(value))).toEqual({
    good: 1,
    json: "[unreadable: no]",
    bad: "[unreadable: not now]",
    proxy: "[unreadable: locked]",
  });
});

test("so does a list's, and what is thrown may itself be unreadable", async () => {
  const trap = (thrown: unknown) => () => {
    throw thrown;
  };
  const unreadable = Object.defineProperty(new Error("x"), "message", { get: trap(new Error("y")) });
  const lists = [
    Object.assign([1], { toJSON: trap(new Error("no")) }),
    Object.defineProperty([1, 2], 1, { get: trap(new Error("not now")), enumerable: true }),
    new Proxy([1], { get: trap(new Error("locked")) }),
    Object.assign([1], { toJSON: trap(unreadable) }),
    Object.assign([1], { toJSON: () => ["as it says"] }),
  ];
  expect(JSON.parse(await sent({ lists }))).toEqual({
    lists: [
      "[unreadable: no]",
      "[unreadable: not now]",
      "[unreadable: locked]",
      "[unreadable]",
      ["as it says"],
    ],
  });
  expect(await sent(lists[0])).toBe('"[unreadable: no]"');
});

test("an error's fields that cannot be read spoil only their own places", async () => {
  const error = Object.defineProperty(new Error("gone"), "status", {
    enumerable: true,
    get() {
      throw new Error("no");
    },
  });
  expect(await sent({ error })).toBe(
    '{"error":{"name":"Error","message":"gone","status":"[unreadable: no]"}}',
  );
});

test("lone surrogates become well-formed text", async () => {
  expect(await sent("a\ud83d")).toBe("a\ufffd");
  expect(JSON.parse(await sent({ k: "v\ud83d", n: 1n }))).toEqual({ k: "v\ufffd", n: 1 });
  expect(JSON.parse(await sent(["v\ud83d"]))).toEqual(["v\ufffd"]);
});

test("nesting without end is no crash", async () => {
  let list: unknown = [];
  for (let level = 0; level < 100_000; level++) list = [list];
  expect(await sent(list)).toContain("[nested too deeply]");
});
