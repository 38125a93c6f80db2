import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toolSet } from "@skills/core";
import { Weather } from "./weather";

test("the schema that the README shows is the one that is sent", () => {
  const shown: unknown = JSON.parse(readFileSync(join(__dirname, "weather.schema.json"), "utf8"));
  expect(toolSet(new Weather()).toolsSchema).toEqual(shown);
});
