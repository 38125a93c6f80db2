import { toolSet } from "@skills/core";
import { Orders, parcels } from "./orders";

async function main() {
  const set = toolSet(new Orders(), parcels);
  const call = async (name: string, input: unknown) =>
    (await set.runTool({ type: "tool_use", id: "toolu_1", name, input })).content;
  const refused = await call("findOrder", { id: 1 }).catch((error: Error) => error.name);
  console.log(await call("findOrder", { id: "A1" }), await call("weigh", { id: "A1" }), refused);
}

void main();
