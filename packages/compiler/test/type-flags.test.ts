import ts from "typescript";
import { describerOf } from "../src/walk/kinds";

/** Flags that the checker uses only while it builds a union, never on a type that it hands out. */
const INTERNAL = /^(?:Reserved|Includes)/;

const single = Object.entries(ts.TypeFlags).filter(
  (entry): entry is [string, ts.TypeFlags] =>
    typeof entry[1] === "number" && Number.isInteger(Math.log2(entry[1])) && !INTERNAL.test(entry[0]),
);

/** A type of one flag, as far as the choice of a describer looks at it. */
const typeOf = (flags: number) => ({ flags }) as ts.Type;

test.each(single)("a type of the kind %s has a describer", (_, flags) => {
  expect(describerOf(typeOf(flags)).name).not.toBe("refuseUnknownKind");
});

test("a kind that TypeScript does not have yet is refused by name", () => {
  const beyond = 2 ** 30;
  expect(describerOf(typeOf(beyond)).name).toBe("refuseUnknownKind");
});
