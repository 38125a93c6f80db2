import * as compiler from "@skills/compiler";
import * as onDemand from "@skills/compiler/on-demand";

test("the package exports these names and no others", () => {
  expect(Object.keys(compiler)).toEqual(["compile"]);
  expect(Object.keys(onDemand)).toEqual(["manifestForFile"]);
});
