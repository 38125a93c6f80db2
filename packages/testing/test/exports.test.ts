import * as exported from "../src";

test("the package exports these names and no others", () => {
  expect(Object.keys(exported).sort()).toEqual([
    "FuzzError",
    "ScriptBuilder",
    "ScriptFailedError",
    "ScriptedApiError",
    "ScriptedModel",
    "ScriptedRequest",
    "ShopDesk",
    "ShopModel",
    "VirtualClock",
    "formatTranscript",
    "fuzzAgent",
    "fuzzSkill",
    "guardNetwork",
    "maskedTranscript",
    "matchers",
    "record",
    "replay",
    "script",
    "spawnClaudeCode",
    "toolCalls",
  ]);
});
