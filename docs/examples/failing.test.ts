import { SkillsError, Tool, toolSet } from "@skills/core";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

const page = (name: string) => readFileSync(join(__dirname, "failing", name), "utf8").trimEnd();

class Orders {
  /** Find an order. */
  @Tool()
  findOrder(id: string, status?: "packed" | "sent") {
    return { id, status };
  }
}

test("what the model got wrong, it reads", async () => {
  const input = { orderId: "A1", status: "lost" };
  const message = { content: [{ type: "tool_use", id: "toolu_1", name: "findOrder", input }] };
  const answer = await toolSet(new Orders()).respond(message);
  expect(answer?.content).toEqual([
    { type: "tool_result", tool_use_id: "toolu_1", content: page("model.txt"), is_error: true },
  ]);
});

class Watcher {
  /** Watch an order. */
  @Tool()
  watch(id: string, onChange: () => void) {
    onChange();
    return id;
  }
}

test("what the developer got wrong is thrown, with a code, a place and a way out", () => {
  expect(messageOf(() => toolSet(new Watcher()).toolsSchema)).toBe(page("developer.txt"));
});

/** Its message, with paths as they are in the repository. */
function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return error.message.replaceAll(__filename, relative(join(__dirname, "../.."), __filename));
  }
  return "nothing was thrown";
}
