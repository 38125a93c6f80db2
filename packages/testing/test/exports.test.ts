import * as exported from "../src";

test("the package exports these names and no others", () => {
  expect(Object.keys(exported).sort()).toEqual([
    "FuzzError",
    "ScriptBuilder",
    "ScriptFailedError",
    "ScriptedApiError",
    "ScriptedModel",
    "ScriptedRequest",
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
    "toolCalls",
  ]);
});
