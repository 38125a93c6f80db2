import * as exported from "../src";

test("the package exports these names and no others", () => {
  expect(Object.keys(exported).sort()).toEqual([
    "ScriptBuilder",
    "ScriptFailedError",
    "ScriptedApiError",
    "ScriptedModel",
    "ScriptedRequest",
    "ShopModel",
    "formatTranscript",
    "guardNetwork",
    "maskedTranscript",
    "matchers",
    "script",
    "toolCalls",
  ]);
});
