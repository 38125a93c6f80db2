import type { ObjectSchema } from "@skills/core";
import { closed, issuesFor, setOf, use } from "./support/calls";

const CARD = closed({ kind: { type: "string", const: "card" }, number: { type: "string", minLength: 12 } });
const CASH = closed({ kind: { type: "string", const: "cash" }, amount: { type: "number", minimum: 0 } });
const PAY = closed({ pay: { anyOf: [CARD, CASH] } });

test("a union of objects gives the issues of the alternative that the value names", async () => {
  expect(await issuesFor(PAY, { pay: { kind: "card", number: "1" } })).toEqual([
    expect.objectContaining({
      path: "pay.number",
      message: 'expected a string of at least 12 characters; received "1"',
    }),
  ]);
});

test("alternatives behind $refs are told apart just so", async () => {
  const schema: ObjectSchema = {
    ...closed({ pay: { anyOf: [{ $ref: "#/$defs/Card" }, { $ref: "#/$defs/Cash" }] } }),
    $defs: { Card: CARD, Cash: CASH },
  };
  const issues = await issuesFor(schema, { pay: { kind: "cash", amount: -1 } });
  expect(issues.map(({ path }) => path)).toEqual(["pay.amount"]);
});

test("a value that names no alternative is told the names", async () => {
  expect(await issuesFor(PAY, { pay: { kind: "cheque" } })).toEqual([
    expect.objectContaining({
      path: "pay.kind",
      message: 'expected one of "card", "cash"; received "cheque"',
    }),
  ]);
  expect(await issuesFor(PAY, { pay: {} })).toEqual([
    expect.objectContaining({ path: "pay.kind", message: 'missing; expected one of "card", "cash"' }),
  ]);
});

test("the type tells alternatives apart, too", async () => {
  const schema = closed({
    who: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }, { type: "null" }] },
  });
  expect((await issuesFor(schema, { who: ["Ada", 7] })).map(({ path }) => path)).toEqual(["who[1]"]);
  expect((await issuesFor(schema, { who: 7 }))[0]?.message).toBe(
    "expected a string, or an array (each a string), or null; received 7",
  );
});

test("alternatives that nothing tells apart are summed up in one issue", async () => {
  const schema = closed({
    at: {
      anyOf: [
        closed({ city: { type: "string" } }),
        closed({ lat: { type: "number" }, lon: { type: "number" } }),
      ],
    },
  });
  expect(await issuesFor(schema, { at: { lat: 1 } })).toEqual([
    expect.objectContaining({
      path: "at",
      message: 'expected an object with city, or an object with lat, lon; received {"lat":1}',
    }),
  ]);
});

test("a value that fits two alternatives of oneOf is told so", async () => {
  const schema = closed({ n: { oneOf: [{ type: "number" }, { type: "integer" }] } });
  expect((await issuesFor(schema, { n: 1 }))[0]?.message).toContain("more than one");
});

test("items of a list of unions keep their own issues", async () => {
  const schema = closed({ pays: { type: "array", items: { anyOf: [CARD, CASH] } } });
  const good = { kind: "cash", amount: 1 };
  const pays = Array.from({ length: 12 }, (_, index): object =>
    index === 1
      ? { kind: "card", number: "1" }
      : index === 10
        ? { kind: "cash", amount: "x" }
        : index === 11
          ? { kind: "gold" }
          : good,
  );
  expect((await issuesFor(schema, { pays })).map(({ path }) => path)).toEqual([
    "pays[1].number",
    "pays[10].amount",
    "pays[11].kind",
  ]);
});

describe("a recursive union", () => {
  const node = (kind: string) =>
    closed({
      left: { $ref: "#/$defs/Expr" },
      right: { $ref: "#/$defs/Expr" },
      kind: { type: "string", const: kind },
    });
  const schema: ObjectSchema = {
    ...closed({ expr: { $ref: "#/$defs/Expr" } }),
    $defs: {
      Expr: {
        anyOf: [
          node("add"),
          node("sub"),
          node("mul"),
          closed({ kind: { type: "string", const: "num" }, value: { type: "number" } }),
        ],
      },
    },
  };
  const deep = (levels: number, leaf: object): object =>
    levels === 0
      ? leaf
      : {
          kind: ["add", "sub", "mul"][levels % 3],
          left: deep(levels - 1, leaf),
          right: { kind: "num", value: 1 },
        };

  test("is checked in time that does not double with each level", async () => {
    const set = setOf({ inputSchema: schema, run: () => "ran" });
    const output = await set.runTool(use("tool", { expr: deep(200, { kind: "num", value: 1 }) }));
    expect(output.content).toBe("ran");
  });

  test("names the one leaf that is wrong, two hundred levels deep", async () => {
    const issues = await issuesFor(schema, { expr: deep(200, { kind: "num", value: "x" }) });
    expect(issues).toHaveLength(1);
    expect(issues[0]?.path).toBe(`expr${".left".repeat(200)}.value`);
  });
});
