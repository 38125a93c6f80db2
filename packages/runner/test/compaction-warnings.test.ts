import { ScriptedModel, type ScriptStep } from "@skills/testing";
import { toolRunner } from "../src";
import { ASK, desk, quietLogger } from "./desk";

const LOOK: ScriptStep = { calls: [["lookup", { id: "A1" }]] };

async function warnings(steps: ScriptStep[]): Promise<string[]> {
  const model = new ScriptedModel(steps);
  const logger = quietLogger();
  const params = { ...ASK, tools: [desk().tools], betas: ["compact-2026-09-04"] };
  const runner = toolRunner(model.client(), params, { logger });
  for await (const message of runner)
    if (message.stop_reason !== "compaction") runner.compactBeforeNextTurn();
  model.assertComplete();
  return logger.lines;
}

it("warns where a compaction gives no summary", async () => {
  const none = { type: "compaction", content: null, encrypted_content: null };
  expect(await warnings([{ text: "Done." }, { blocks: [none], stopReason: "compaction" }])).toEqual([
    expect.stringContaining("no summary"),
  ]);
});

it("warns where a compaction is skipped because calls of the last turn were not run", async () => {
  expect(await warnings([{ ...LOOK, stopReason: "max_tokens" }])).toEqual([
    expect.stringContaining("skipped"),
  ]);
});

it("is silent where all went well", async () => {
  expect(await warnings([{ text: "Done." }, { compaction: "done" }])).toEqual([]);
});
