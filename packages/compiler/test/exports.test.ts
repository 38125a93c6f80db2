import * as compiler from "@skills/compiler";
import * as build from "@skills/compiler/build";
import * as onDemand from "@skills/compiler/on-demand";

test("the package exports these names and no others", () => {
  expect(Object.keys(compiler)).toEqual([
    "compile",
    "inspect",
    "compareManifests",
    "Transpiler",
    "secondOpinion",
  ]);
  expect(Object.keys(build)).toEqual(["Builder"]);
  expect(Object.keys(onDemand)).toEqual(["manifestForFile"]);
});
