import * as exported from "../src";

test("the package exports these names and no others", () => {
  expect(Object.keys(exported).sort()).toEqual([
    "Agent",
    "FileJournal",
    "FileSessionStore",
    "MemoryJournal",
    "MemorySessionStore",
    "PRICES",
    "RunError",
    "Session",
    "ToolRunner",
    "completeHistory",
    "query",
    "toolRunner",
    "trimHistory",
  ]);
});
