import { ScriptedModel, type ScriptStep } from "@skills/testing";
import fc from "fast-check";
import { Agent, type AgentOptions } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const LOOK: ScriptStep = { calls: [["lookup", { id: "A1" }]] };

async function requestsOf(steps: ScriptStep[], more: Partial<AgentOptions>) {
  const model = new ScriptedModel(steps);
  const client = model.client({ maxRetries: 0 });
  const base = { client, model: ASK.model, maxTokens: 100, logger: quietLogger(), tools: [desk().tools] };
  const result = await new Agent({ ...base, ...more }).run("Go.");
  model.assertComplete();
  return { bodies: model.requests.map(({ body }) => body), result };
}

/** Where the marks stand. */
function marks(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "cache_control" in value ? [path] : [];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => marks(inner, `${path}/${key}`))];
}

it("marks the system prompt, the tools and the ends of the last two turns, in the request alone", async () => {
  const options = { system: "Be brief.", promptCache: true };
  const { bodies, result } = await requestsOf([LOOK, LOOK, { text: "Done." }], options);
  expect(bodies.map((body) => marks(body))).toEqual(
    [
      ["/system/0", "/messages/0/content/0", "/tools/1"].sort(),
      ["/system/0", "/messages/0/content/0", "/messages/2/content/0", "/tools/1"].sort(),
      ["/system/0", "/messages/2/content/0", "/messages/4/content/0", "/tools/1"].sort(),
    ].map((paths) => expect.arrayContaining(paths) as string[]),
  );
  for (const body of bodies) expect(marks(body).length).toBeLessThanOrEqual(4);
  expect(marks(result.messages)).toEqual([]);
});

it("says how long, and marks nothing unless asked to", async () => {
  const { bodies } = await requestsOf([{ text: "Done." }], {
    system: "Be brief.",
    promptCache: { ttl: "1h" },
  });
  expect(bodies[0]?.system).toEqual([
    { type: "text", text: "Be brief.", cache_control: { type: "ephemeral", ttl: "1h" } },
  ]);
  expect(marks((await requestsOf([{ text: "Done." }], {})).bodies)).toEqual([]);
});

it("keeps the caller's marks, and adds no more than fit beside them, whatever there are", async () => {
  const block = fc.record({ type: fc.constant("text" as const), text: fc.constantFrom("One.", "Two.") });
  const marked = fc.tuple(block, fc.boolean()).map(([text, mark]) => ({
    ...text,
    ...(mark && { cache_control: { type: "ephemeral" as const } }),
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(marked, { maxLength: 4 }), fc.boolean(), async (system, topLevel) => {
      const own = system.filter((text) => "cache_control" in text).length + (topLevel ? 1 : 0);
      fc.pre(own <= 4);
      const params = topLevel ? { cache_control: { type: "ephemeral" as const } } : {};
      const options = { ...(system.length > 0 && { system }), params, promptCache: true };
      const { bodies } = await requestsOf([LOOK, { text: "Done." }], options);
      for (const body of bodies) {
        expect(marks(body).length).toBeGreaterThanOrEqual(own);
        expect(marks(body).length).toBeLessThanOrEqual(4);
      }
    }),
    { numRuns: 15 },
  );
});
