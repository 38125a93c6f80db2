import fc from "fast-check";
import { ScriptedModel } from "../src";
import { assistant, call, EARLIER, image, result, text, USER, user, type Params } from "./rules/rule-case";

/** Some that the API takes, and some that break a rule: alone, by their place, or by what stands around them. */
const MESSAGES: readonly unknown[] = [
  USER,
  assistant(text("It is on its way.")),
  assistant(text("Let me look."), call("toolu_1")),
  user(result("toolu_1")),
  user(result("toolu_1"), result("toolu_1")),
  user(text("and"), result("toolu_1")),
  user(result("toolu_1", { is_error: true, content: "" })),
  user(result("toolu_1", { is_error: true, content: [image()] })),
  user(result("toolu_1", { content: [text("")] })),
  assistant(call("not an id")),
  user(image()),
  user(image({ media_type: "image/bmp" })),
  user(image({ data: "" })),
  assistant(image()),
  user(text("")),
  user(text(" ")),
  user(text("\ud800")),
  user({ type: "text" }),
  user({ ...text("a"), extra: 1 }),
  { ...USER, extra: 1 },
  { role: "user" },
  { role: "nobody", content: "a" },
  assistant(),
  { role: "system", content: "Be brief." },
  { role: "system", content: [image()] },
  { role: "system", content: [], output_config: { effort: "low" } },
  7,
];

const ALLOWED = ["field-types", "non-empty-text", "block-roles", "well-formed-strings", "known-roles"];

type Change = (list: readonly unknown[]) => unknown[];

const place = fc.nat(6);
const message = fc.constantFrom(...MESSAGES);
const legal = fc.constantFrom(...MESSAGES.slice(0, 4));

/** What the next request does with the messages of the one before. */
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: legal.map((one): Change => (list) => [...list, one]) },
  { weight: 2, arbitrary: message.map((one): Change => (list) => [...list, one]) },
  fc.tuple(place, message).map(
    ([at, one]): Change =>
      (list) =>
        list.toSpliced(at, 1, one),
  ),
  fc.tuple(place, message).map(
    ([at, one]): Change =>
      (list) =>
        list.toSpliced(at, 0, one),
  ),
  place.map(
    (at): Change =>
      (list) =>
        list.toSpliced(at, 1),
  ),
  fc.constant<Change>((list) => list.slice(0, -1)),
  fc.constant<Change>(() => [USER]),
);

async function answerOf(model: ScriptedModel, params: Params): Promise<string> {
  const answer = await model
    .port()
    .messages.create(params)
    .then(
      () => "answered",
      (error: unknown) => String(error).replace(/req_\d+/, ""),
    );
  const rules = model.takeFailures().map(({ rule }) => rule);
  return `${rules.join(", ")}: ${answer}`;
}

test("a model that has seen a conversation before says of each request what a new one says", async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 2, maxLength: 8 }),
      fc.subarray(ALLOWED),
      async (changes, allow) => {
        const make = (): ScriptedModel =>
          new ScriptedModel([{ when: () => true, text: "a", times: "any" }], { allow });
        const model = make();
        // Another conversation, whose requests come in between.
        const other = { ...EARLIER, messages: [USER, ...MESSAGES.slice(1, 4)] };
        let messages: unknown[] = [USER];
        for (const next of changes) {
          messages = next(messages);
          const request = { ...EARLIER, messages };
          const answer = await answerOf(model, request);
          expect(answer).toBe(await answerOf(make(), request));
          seen.set(answer, (seen.get(answer) ?? 0) + 1);
          if (messages.length % 3 === 0) await answerOf(model, other);
        }
      },
    ),
    { numRuns: 100 },
  );
  expect(seen.get(": answered")).toBeGreaterThan(50);
  expect(seen.size).toBeGreaterThan(15);
});
