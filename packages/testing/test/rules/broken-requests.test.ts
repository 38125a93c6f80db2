import fc from "fast-check";
import { ScriptedModel } from "../../src";
import { CONTENT } from "./legal/content";
import { CONVERSATIONS } from "./legal/conversations";
import { PARAMS } from "./legal/params";
import { SERVER_SIDE } from "./legal/server-side";
import { TOOLS } from "./legal/tools";

const LEGAL: readonly unknown[] = [PARAMS, CONTENT, CONVERSATIONS, TOOLS, SERVER_SIDE].flatMap((group) =>
  Object.values(group),
);

/** What no field expects; some have no text of their own, and some are named as what every object inherits. */
const ODD: readonly unknown[] = [
  null,
  7,
  true,
  "",
  [],
  {},
  [null],
  [[]],
  { toString: 1, valueOf: 1 },
  [{ toString: 1 }],
  { type: { toString: 1 } },
  { type: "constructor" },
  "__proto__",
  JSON.parse('{"__proto__": {"type": "text"}}'),
];

function pathsIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [[]];
  return [
    [],
    ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner).map((path) => [key, ...path])),
  ];
}

function replaced(value: unknown, [key, ...path]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy: unknown = structuredClone(value);
  const holder = copy as { [key: string]: unknown };
  holder[key] = replaced(holder[key], path, by);
  return copy;
}

const oneFieldOdd = fc
  .constantFrom(...LEGAL)
  .chain((params) =>
    fc
      .tuple(
        fc.constantFrom(...pathsIn(params).filter((path) => path.length > 0 && path[0] !== "betas")),
        fc.constantFrom(...ODD),
      )
      .map(([path, odd]) => replaced(params, path, odd) as { [key: string]: unknown }),
  );

test("a request with anything in any of its fields is answered, or refused as the API refuses", async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(oneFieldOdd, async (params) => {
      const model = new ScriptedModel([{ text: "Yes." }]);
      const error: unknown = await model
        .port()
        .messages.create(params)
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      if (error === undefined) return;
      refused += 1;
      expect(error).toMatchObject({ status: 400, type: "invalid_request_error" });
      expect(() => model.assertComplete()).toThrow("S502");
    }),
    { numRuns: 1000 },
  );
  expect(refused).toBeGreaterThan(300);
});
