import * as exported from "../src";

test("the package exports these names and no others", () => {
  expect(Object.keys(exported).sort()).toEqual(["CreateError", "create", "nextSteps"]);
});
