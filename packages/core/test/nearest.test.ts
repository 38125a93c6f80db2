import fc from "fast-check";
import { nearest } from "../src/nearest";
import { closed, issuesFor, results, setOf, use } from "./support/calls";

test.each<[string, string[], string]>([
  ["find_order", ["findOrder", "findOrders"], "findOrder"],
  ["ID", ["id", "ip"], "id"],
  ["a-b", ["aB"], "aB"],
  ["fnd", ["list", "find"], "find"],
  ["slwo", ["fast", "slow"], "slow"],
  ["lsit", ["last", "list"], "list"],
  ["whether", ["news", "weather"], "weather"],
  ["cutsomer_id", ["customerId"], "customerId"],
])("%j of %j most likely means %j", (name, candidates, meant) => {
  expect(nearest(name, candidates)).toBe(meant);
});

test.each<[string, string[]]>([
  ["x", ["a", "id", "sku"]],
  ["q", ["", "n"]],
  ["id", ["ip", "i", "ids"]],
  ["day", ["way out", "bat", "d"]],
  ["read", ["send", "rest"]],
  ["", ["a", "_"]],
  ["!?", ["a", "--"]],
  ["delete", ["create"]],
])("%j is near to none of %j", (name, candidates) => {
  expect(nearest(name, candidates)).toBeUndefined();
});

test("property: what is guessed shares two thirds of the letters", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-c]{1,8}$/), fc.stringMatching(/^[a-c]{1,8}$/), (name, other) => {
      if (nearest(name, [other]) === undefined) return;
      const kept = [...name].filter((letter) => other.includes(letter)).length;
      expect(kept).toBeGreaterThanOrEqual(Math.ceil((name.length * 2) / 3));
    }),
  );
});

test("an unknown short tool name is answered with the list alone", async () => {
  const [result] = await results(setOf({ name: "a", run: () => 1 }), use("x"));
  expect(result?.content).toBe('There is no tool named "x". The tools are: a.');
});

test("an unknown property is told the properties, with or without a guess", async () => {
  const schema = closed({ sku: { type: "string" } });
  const messages = async (name: string) =>
    (await issuesFor(schema, { sku: "s", [name]: 1 })).map(({ message }) => message);
  expect(await messages("q")).toEqual(["is no property here (there is only sku)"]);
  expect(await messages("sk")).toEqual(["is no property here (there is only sku)"]);
  expect(await messages("skus")).toEqual(['is no property here (there is only sku). Did you mean "sku"?']);
});
