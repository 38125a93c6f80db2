import { ScriptedModel, type ScriptedServer } from "../../src";
import { RULES } from "../../src/rules";
import { BETA_CASES } from "./beta-cases";
import { FIELD_TYPE_CASES } from "./field-type-cases";
import { REQUEST_CASES } from "./request-cases";
import type { Params, RuleCase } from "./rule-case";
import { SYSTEM_CASES } from "./system-cases";
import { TOOL_CASES } from "./tool-cases";

const CASES: RuleCase[] = [
  ...REQUEST_CASES,
  ...SYSTEM_CASES,
  ...FIELD_TYPE_CASES,
  ...TOOL_CASES,
  ...BETA_CASES,
];

async function post(server: ScriptedServer, body: Params, betas: string[] = []): Promise<Response> {
  return fetch(`${server.url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": "test", ...(betas.length > 0 && { "anthropic-beta": betas.join(",") }) },
    body: JSON.stringify(body),
  });
}

async function play(
  each: RuleCase,
  body: Params,
  betas = each.betas,
): Promise<{ model: ScriptedModel; response: Response }> {
  const model = new ScriptedModel(each.script ?? [{ text: "Yes." }], each.options);
  await using server = await model.listen();
  for (const before of each.before ?? []) await post(server, before, each.betas);
  const response = await post(server, body, betas);
  // The server goes away: read what it sent.
  const text = await response.text();
  return { model, response: new Response(text, response) };
}

describe.each(CASES)("$rule: $text", (each) => {
  it("is refused in the API's words, and recorded", async () => {
    const { model, response } = await play(each, each.refused);
    const details = each.code === undefined ? {} : { details: { error_code: each.code } };
    const message: unknown = typeof each.text === "string" ? each.text : expect.stringMatching(each.text);
    expect(await response.json()).toEqual({
      type: "error",
      error: { type: "invalid_request_error", message, ...details },
      request_id: response.headers.get("request-id"),
    });
    expect(response.status).toBe(each.status ?? 400);
    expect(model.failures).toMatchObject([{ kind: "violation", rule: each.rule }]);
  });

  it("lets its legal neighbour pass", async () => {
    const { model, response } = await play(each, each.legal, each.legalBetas ?? each.betas);
    expect(await response.json()).toMatchObject({ type: "message" });
    model.assertComplete();
  });

  it("is switched off by its name", async () => {
    const options = { ...each.options, allow: [each.rule] };
    const { model } = await play({ ...each, options }, each.refused);
    expect(model.failures.map(({ rule }) => rule)).not.toContain(each.rule);
  });
});

describe("the rules", () => {
  it("each have a refused request and a legal neighbour", () => {
    const covered = new Set(CASES.map(({ rule }) => rule));
    expect(RULES.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  });

  it("cover every row of the list", () => {
    const rows = new Set(RULES.map(({ row }) => row));
    const expected = [...Array.from({ length: 19 }, (_, index) => index + 1), "compaction", "inline-tools"];
    expect(expected.filter((row) => !(rows as Set<unknown>).has(row))).toEqual([]);
  });

  it("have names of their own", () => {
    const names = RULES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("are known to allow, which takes no other name", () => {
    expect(() => new ScriptedModel([], { allow: ["no-such-rule"] })).toThrow(
      /S501: allow names "no-such-rule"/,
    );
  });
});
