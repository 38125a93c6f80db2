import { dirname } from "node:path";
import { compile } from "@skills/compiler";
import { Compiled, skillClass } from "./support/compiled";
import { TempProject } from "./support/project";

const BEFORE = `
  import { z } from "zod";
  const order = z.object({
    id: z.string().min(2),
    count: z.number().optional(),
    tags: z.array(z.enum(["new", "paid"])),
    placed: z.date(),
    pay: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("card"), number: z.string() }),
      z.object({ kind: z.literal("cash") }),
    ]),
    note: z.string().nullable(),
    state: z.string().default("open"),
    customer: z.string().brand<"Customer">(),
  });
  type Order = z.infer<typeof order>;
  interface Tree { name: string; kids: Tree[] }
  const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), kids: z.array(tree) }));
  const node = z.object({ name: z.string(), get kids() { return z.array(node); } });
`;

function inferred(): Compiled {
  const source = skillClass(
    `
      @Tool() written(input: z.infer<typeof order>): void {}
      @Tool() named(input: Order): void {}
      @Tool() given(input: z.input<typeof order>): void {}
      @Tool() recursive(input: z.infer<typeof tree>): void {}
      @Tool() nameless(input: z.infer<typeof node>): void {}
    `,
    BEFORE,
  );
  const zod = dirname(require.resolve("zod/package.json"));
  const core = dirname(require.resolve("@skills/core/package.json"));
  const project = new TempProject({ "subject.ts": source }, { "@skills/core": core, zod });
  try {
    const { manifest, diagnostics } = compile({ project: project.root });
    return new Compiled(manifest, diagnostics);
  } finally {
    project.remove();
  }
}

const subject = inferred();

test("a type that zod infers is described as it would be if it were written", () => {
  const variant = (properties: object) => ({
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  expect(subject.property("written", "input")).toEqual({
    type: "object",
    properties: {
      id: { type: "string" },
      count: { type: "number" },
      tags: { type: "array", items: { type: "string", enum: ["new", "paid"] } },
      placed: { type: "string", format: "date-time" },
      pay: {
        anyOf: [
          variant({ kind: { type: "string", const: "card" }, number: { type: "string" } }),
          variant({ kind: { type: "string", const: "cash" } }),
        ],
      },
      note: { type: ["string", "null"] },
      state: { type: "string" },
      customer: { type: "string" },
    },
    required: ["id", "tags", "placed", "pay", "note", "state", "customer"],
    additionalProperties: false,
  });
  expect(subject.param("written", "input")?.revive).toEqual({
    to: "object",
    properties: { placed: { to: "Date" } },
  });
  expect(subject.property("named", "input")).toEqual(subject.property("written", "input"));
});

test("of what zod takes, what has a default may be left out", () => {
  expect(subject.property("given", "input")?.required).not.toContain("state");
});

test("a recursive one is described where its type has a name, and refused with the way out where it has none", () => {
  expect(subject.property("recursive", "input")).toEqual({ $ref: "#/$defs/Tree" });
  expect(subject.of("nameless")).toMatchObject([
    { code: "S201", parameter: "input", help: expect.stringMatching(/name/) as string },
  ]);
});
