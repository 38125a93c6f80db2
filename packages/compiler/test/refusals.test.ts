import { Script } from "node:vm";
import { standaloneValidators } from "@skills/core";
import { compiled, skillClass } from "./support/compiled";

const BEFORE = `
  class NoData { method() {} }
  interface Callable { (x: number): string; label: string }
  interface Grown extends Array<string> { extra: number }
  interface Lost extends Nowhere { a: string }
  const Node = class { constructor(public next?: InstanceType<typeof Node>) {} };
  interface Endless<T> { deeper?: Endless<T[]> }
`;

/** Types that are refused at every depth, with the code and a part of the message. */
const REFUSED: [type: string, code: string, says: string][] = [
  ["never", "S201", "never"],
  ["() => void", "S201", "function"],
  ["symbol", "S201", "symbol"],
  ["undefined", "S201", "undefined"],
  ["NoData", "S201", "NoData"],
  ["Callable", "S201", "Callable"],
  ["Grown", "S201", "Grown"],
  ["RegExp", "S201", "RegExp"],
  ["Promise<string>", "S201", "Promise"],
  ["Map<number, string>", "S201", "keys"],
  ["Map<Date, string>", "S201", "keys"],
  ["Float64Array", "S201", "Float64Array"],
  ["Function", "S201", "Function"],
  ["[number, ...string[], number]", "S201", "behind an open number of elements"],
  ["{ [day: `d${string}`]: Date; [index: number]: bigint }", "S201", "index signatures"],
  ["{ __proto__: string; a: string }", "S209", "__proto__"],
  ["Nowhere", "S202", "Nowhere"],
  ['import("no-such-package").Thing', "S202", "no-such-package"],
  ["Lost", "S202", "Nowhere"],
  ["Endless<string>", "S217", "too large"],
  ['{ " ": string }', "S209", "blank"],
  [`{ ${"long".repeat(17)}: string }`, "S209", "property name"],
];

const result = compiled({
  "subject.ts": skillClass(
    REFUSED.map(([type], index) => {
      const n = String(index);
      return `
        @Tool() top${n}(good: string, bad: ${type}) {}
        @Tool() inside${n}(bad: { a: string; b: { c: ${type} } }) {}
        @Tool() listed${n}(bad: (${type})[]) {}
        @Tool() mapped${n}(bad: Map<string, ${type}>) {}
        @Tool() aliased${n}(bad: Alias${n}) {}`;
    }).join("\n"),
    BEFORE + REFUSED.map(([type], index) => `type Alias${String(index)} = ${type};`).join("\n"),
  ),
});

describe.each(REFUSED.map(([type, code, says], index) => ({ type, code, says, n: String(index) })))(
  "$type",
  ({ code, says, n }) => {
    test.each(["top", "inside", "listed", "mapped", "aliased"])(
      "is refused %s, by name, with a way out",
      (place) => {
        const method = place + n;
        expect(result.has(method)).toBe(false);
        const [problem] = result.of(method);
        expect(problem).toMatchObject({
          code,
          severity: "error",
          file: "subject.ts",
          class: "Subject",
          method,
          parameter: "bad",
        });
        expect(problem?.message).toContain(says);
        expect(problem?.help).not.toBe("");
        expect(problem?.line).toBeGreaterThan(1);
      },
    );
  },
);

test("a message names the part of the type that is at fault", () => {
  expect(result.of("inside1")[0]?.message).toBe(
    "parameter `bad`: `bad.b.c` has the type () => void: a model cannot give a function",
  );
});

test("every parameter at fault is named, not only the first", () => {
  const { diagnostics } = compiled({
    "subject.ts": skillClass("@Tool() both(a: symbol, ok: string, b: () => void) {}"),
  });
  expect(diagnostics.map(({ parameter }) => parameter)).toEqual(["a", "b"]);
});

test("a required function member is refused, an optional one left out", () => {
  const { diagnostics } = compiled({
    "subject.ts": skillClass("@Tool() one(a: { f(): void }) {} @Tool() two(a: { f?(): void; b: string }) {}"),
  });
  expect(diagnostics.map(({ method }) => method)).toEqual(["one"]);
});

test("any lets everything in, with a warning", () => {
  const any = compiled({ "subject.ts": skillClass("@Tool() loose(a: any, b: { c: any }) {}") });
  expect(any.property("loose", "a")).toEqual({});
  expect(any.diagnostics.map(({ code, severity, parameter }) => [code, severity, parameter])).toEqual([
    ["S203", "warning", "a"],
    ["S203", "warning", "b"],
  ]);
});

test("types nested 200 deep are described or refused, and never crash", () => {
  const deep = `${"{ a: ".repeat(200)}string${" }".repeat(200)}`;
  const { manifest, diagnostics } = compiled({ "subject.ts": skillClass(`@Tool() deep(x: ${deep}) {}`) });
  expect(diagnostics).toEqual([]);
  expect(JSON.stringify(manifest).match(/"additionalProperties":false/g)).toHaveLength(201);
});

test("what no validator could be made of is refused at its method, and is no output schema", () => {
  const lists = `${"{ a?: ".repeat(200)}Date${" }[]".repeat(200)}`;
  const nullable = "Box<".repeat(200) + "number" + ">".repeat(200);
  const kinds = Array.from({ length: 5000 }, (_, index) => `{ kind: ${String(index)}; text: string }`);
  const { manifest, diagnostics } = compiled({
    "subject.ts": skillClass(
      `@Tool() lists(x: ${lists}) {} @Tool() nullable(x: ${nullable}) {} @Tool() kinds(x: Kinds) {}
       @Tool() output(): ${lists} { return []; }`,
      `interface Box<T> { value: T | null }
       type Kinds = ${kinds.join(" | ")};`,
    ),
  });
  expect(diagnostics.map(({ method, code, severity }) => [method, code, severity])).toEqual([
    ["lists", "S217", "error"],
    ["nullable", "S217", "error"],
    ["kinds", "S217", "error"],
    ["output", "S214", "warning"],
  ]);
  expect(manifest.skills[0]?.tools).toEqual([
    expect.not.objectContaining({ outputSchema: expect.anything() }),
  ]);
});

test("a validator can be made, and loaded, of each schema that is let through", () => {
  const kinds = Array.from({ length: 999 }, (_, index) => `{ kind: ${String(index)}; text: string }`);
  const deep = (levels: number): string => "Box<".repeat(levels) + "number" + ">".repeat(levels);
  const levels = [100, 110, 120, 125, 130, 140];
  const { manifest } = compiled({
    "subject.ts": skillClass(
      `${levels.map((each) => `@Tool() deep${String(each)}(x: ${deep(each)}) {}`).join("\n")} @Tool() kinds(x: Kinds) {}`,
      `interface Box<T> { value: T | null }
       type Kinds = ${kinds.join(" | ")};`,
    ),
  });
  const methods = manifest.skills.flatMap(({ tools }) => tools.map(({ method }) => method));
  expect(methods).toEqual(expect.arrayContaining(["deep110", "kinds"]));
  expect(() => new Script([...standaloneValidators(manifest)].join(""))).not.toThrow();
});

test("an enormous union is described in declaration order", () => {
  const names = Array.from({ length: 3000 }, (_, index) => `v${String((index * 7919) % 3000)}`);
  const big = compiled({
    "subject.ts": skillClass(
      "@Tool() big(x: Big) {}",
      `type Big = ${names.map((name) => JSON.stringify(name)).join(" | ")};`,
    ),
  });
  expect(big.property("big", "x")).toEqual({ type: "string", enum: names });
});
