import {
  BasicToolSet,
  Skill,
  ToolNotFoundError,
  ToolSet,
  TogglableSkill,
  Tool,
  toolSet,
  UnionSkill,
  type ToolDefinition,
  type ToolOutput,
  type ToolUse,
} from "@skills/core";
import { Agent, type ModelClient } from "@skills/runner";
import { ScriptedModel } from "@skills/testing";

// #region basic
const weather = new BasicToolSet();

/**
 * Get the current weather in a place.
 * @param location City and country
 */
function getCurrentWeather(location: string): { location: string; celsius: number } {
  return { location, celsius: 4 };
}
weather.addTool(getCurrentWeather);

weather.addTool(
  function setWeather(location: string, description: string) {
    return `${location} is ${description} now.`;
  },
  {
    name: "set_weather_but_for_real",
    description: "Set the weather or something",
    interpretAsResponse: true,
  },
);
// #endregion

test("a basic tool set is a container for functions", async () => {
  expect(weather.toolsSchema.map(({ name }) => name)).toEqual([
    "getCurrentWeather",
    "set_weather_but_for_real",
  ]);
  // #region call
  const { value } = await weather.runTool({
    type: "tool_use",
    id: "toolu_1234",
    name: "getCurrentWeather",
    input: { location: "Oslo" },
  });
  // #endregion
  expect(value).toEqual({ location: "Oslo", celsius: 4 });
});

test("an input that does not fit is refused before the function runs", async () => {
  const input = { location: "San Francisco, CA", unit: "FAHRENHEIT" };
  const call = weather.runTool({ type: "tool_use", id: "1234", name: "getCurrentWeather", input });
  await expect(call).rejects.toMatchObject({ code: "S302", issues: [{ path: "unit" }] });
});

// #region union
class Orders {
  /** Find an order by its number. */
  @Tool()
  findOrder(id: string) {
    return { id, status: "shipped" };
  }
}

class Stock {
  /** Pieces in the warehouse. */
  @Tool()
  countStock(sku: string) {
    return sku.length;
  }
}

const shop = new UnionSkill(toolSet(new Orders()));
shop.addSkill(weather).addSkill(toolSet(new Stock()).prefix("warehouse_"));
shop.addTool(function openingHours() {
  return "9 to 17";
});
// #endregion

test("a union has its own tools and those of its skills", () => {
  expect(shop.toolsSchema.map(({ name }) => name)).toEqual([
    "openingHours",
    "findOrder",
    "getCurrentWeather",
    "set_weather_but_for_real",
    "warehouse_countStock",
  ]);
});

// #region toggle
const stock = new TogglableSkill(toolSet(new Stock()), { enableTool: "open_warehouse" });
// #endregion

test("a togglable skill is switched on by the model, and the same message may use it", async () => {
  expect(stock.toolsSchema.map(({ name }) => name)).toEqual(["open_warehouse"]);
  const answer = await stock.respond({
    stop_reason: "tool_use",
    content: [
      { type: "tool_use", id: "a", name: "countStock", input: { sku: "KE-001" } },
      { type: "tool_use", id: "b", name: "open_warehouse", input: {} },
      { type: "tool_use", id: "c", name: "countStock", input: { sku: "KE-001" } },
    ],
  });
  expect(answer?.content).toMatchObject([
    { tool_use_id: "a", is_error: true, content: expect.stringContaining("Call open_warehouse first") },
    { tool_use_id: "b", content: "Its tools are now on." },
    { tool_use_id: "c", content: "6" },
  ]);
});

@Skill({ instructions: "Say how many days a loan has left." })
class Loans {
  /** What the reader has. */
  @Tool()
  loans() {
    return [{ title: "Cosmos", days: 3 }];
  }
}

// #region login
class Gate {
  readonly loans = new TogglableSkill(toolSet(new Loans()));

  /** Log a reader in. */
  @Tool()
  login(card: string): string {
    this.loans.enable();
    return [`Welcome, ${card}.`, ...this.loans.instructions].join("\n");
  }
}

function deskFor(client: ModelClient) {
  const gate = new Gate();
  return new Agent({ client, model: "claude-sonnet-5-5", maxTokens: 500, tools: [gate, gate.loans] });
}
// #endregion

test("tools behind a login are there for the conversation that logged in, and for no other", async () => {
  const model = new ScriptedModel([
    { calls: [["login", { card: "R7" }]] },
    { when: { result: /^Welcome, R7\.\nSay how many days/ }, calls: [["loans"]] },
    { text: "Cosmos, for three more days." },
    { text: "Please log in." },
  ]);
  await deskFor(model.client()).run("I am R7. What do I have?");
  await deskFor(model.client()).run("And what does R7 have?");
  expect(model.requests.map(({ body }) => body.tools?.length)).toEqual([1, 2, 2, 1]);
  model.assertComplete();
});

// #region own
/** Tools that live in another process, say. */
class Remote extends ToolSet {
  override get toolsSchema(): ToolDefinition[] {
    return [{ name: "ping", input_schema: { type: "object", properties: {} } }];
  }

  override async runTool({ id, name }: ToolUse): Promise<ToolOutput> {
    if (name !== "ping") throw new ToolNotFoundError(name, ["ping"]);
    return { toolUseId: id, name, value: "pong", content: "pong", isError: false };
  }
}
// #endregion

test("a set of one's own works in a union", async () => {
  const union = new UnionSkill(new Remote(), toolSet(new Orders()));
  const call = (name: string, input: object) => union.runTool({ type: "tool_use", id: "t", name, input });
  expect((await call("ping", {})).content).toBe("pong");
  expect((await call("findOrder", { id: "A1" })).value).toEqual({ id: "A1", status: "shipped" });
});
