// A union of skills: what a look-up by name and an unchanged toolsSchema cost as it grows.
import core from "@skills/core";
import { measure } from "./measure.mjs";

const SIZES = [10, 100, 1000];

export async function lookup() {
  const subjects = {};
  for (const size of SIZES) {
    const union = new core.UnionSkill();
    for (let i = 0; i < size; i++) union.addSkill(setOf(`tool_${i}`));
    const names = [0, size >> 1, size - 1].map((i) => `tool_${i}`);
    union.toolsSchema;
    subjects[`tool(name), ${size} skills`] = (n) => {
      for (let i = 0; i < n; i++) if (!union.tool(names[i % 3])) throw new Error("not found");
    };
    subjects[`toolsSchema, ${size} skills`] = (n) => {
      for (let i = 0; i < n; i++) if (union.toolsSchema.length !== size) throw new Error("wrong");
    };
  }
  return { title: "Look-up in a union", unit: "look-up", rows: await measure(subjects, { n: 3000 }) };
}

function setOf(name) {
  const set = new core.BasicToolSet();
  set.addTool({ name, inputSchema: { type: "object", properties: {} }, run: () => name });
  return set;
}
