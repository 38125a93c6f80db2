import { ShopModel, type Step } from "../src";
import { HELLO, LOOKUP } from "./conversation";

const SKILL = {
  name: "Skill",
  input_schema: { type: "object" as const, properties: { name: { type: "string" } } },
};
const SYSTEM =
  "<available_skills><skill><name>refund-policy</name><description>…</description></skill></available_skills>";

async function answer(model: ShopModel, said: string, more: object = {}): Promise<unknown> {
  const messages = [{ role: "user" as const, content: said }];
  const { content } = await model.client().beta.messages.create({ ...HELLO, messages, ...more });
  return content[0];
}

describe("ShopModel", () => {
  it("asks which order it is about where it knows nothing better", async () => {
    using model = new ShopModel();
    expect(await answer(model, "Where is it?")).toMatchObject({ text: "Which order is this about?" });
  });

  it("calls the tool whose words fit the question best with the order's id", async () => {
    using model = new ShopModel();
    const refund = { ...LOOKUP, name: "refundOrder", description: "Refund an order" };
    const tools = [LOOKUP, refund];
    expect(await answer(model, "Please refund order A17.", { tools })).toMatchObject({
      name: "refundOrder",
      input: { id: "A17" },
    });
    expect(await answer(model, "Look up order A17, please.", { tools })).toMatchObject({
      name: "lookupOrder",
      input: { id: "A17" },
    });
  });

  it("calls a skill by a word of its name, where the Skill tool is offered", async () => {
    using model = new ShopModel();
    const question = "What is the refund policy?";
    expect(await answer(model, question, { system: SYSTEM, tools: [SKILL] })).toMatchObject({
      name: "Skill",
      input: { name: "refund-policy" },
    });
    expect(await answer(model, question, { system: SYSTEM, tools: [] })).toMatchObject({
      text: "Which order is this about?",
    });
  });

  it("finds skills in the description and the schema of the Skill tool, and calls them by the field it has", async () => {
    using model = new ShopModel();
    const described = {
      ...SKILL,
      description: SYSTEM,
      input_schema: { type: "object", properties: { skill: { type: "string" } }, required: ["skill"] },
    };
    const listed = {
      ...SKILL,
      input_schema: { type: "object", properties: { name: { enum: ["order-status"] } } },
    };
    const ask = (tool: object): Promise<unknown> => answer(model, "Refund or status?", { tools: [tool] });
    expect(await ask(described)).toMatchObject({ input: { skill: "refund-policy" } });
    expect(await ask(listed)).toMatchObject({ input: { name: "order-status" } });
  });

  it("fills other required texts with the question, and leaves tools alone that it cannot fill", async () => {
    using model = new ShopModel();
    const tool = (name: string, property: object): object => ({
      name,
      input_schema: {
        type: "object",
        properties: { orderId: { type: "string" }, more: property },
        required: ["orderId", "more"],
      },
    });
    const question = "Cancel order A17, please.";
    const tools = [tool("cancelOrder", { type: "number" }), tool("noteOnOrder", { type: "string" })];
    expect(await answer(model, question, { tools })).toMatchObject({
      name: "noteOnOrder",
      input: { orderId: "A17", more: question },
    });
    const closed = [tool("cancelOrder", { type: "string", enum: ["a"] })];
    expect(await answer(model, question, { tools: closed })).toMatchObject({
      text: "Which order is this about?",
    });
  });

  it("says a result back", async () => {
    using model = new ShopModel();
    const client = model.client();
    const messages = [{ role: "user" as const, content: "Where is order A17?" }];
    const first = await client.beta.messages.create({ ...HELLO, messages });
    const second = await client.beta.messages.create({
      ...HELLO,
      messages: [
        ...messages,
        { role: "assistant", content: first.content },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "toolu_0001", content: "A17 is on its way" }],
        },
      ],
    });
    expect(second.content).toMatchObject([{ text: "A17 is on its way" }]);
  });

  it("plays its script before its rules", async () => {
    using model = new ShopModel([{ text: "As scripted." }]);
    expect(await answer(model, "Where is it?")).toMatchObject({ text: "As scripted." });
    expect(await answer(model, "Where is it?")).toMatchObject({ text: "Which order is this about?" });
  });

  it("can be given other rules", async () => {
    class Polite extends ShopModel {
      override reply(said: readonly string[]): Step {
        return { text: `You said: ${said.join(" / ")}` };
      }
    }
    using model = new Polite();
    expect(await answer(model, "Hello")).toMatchObject({ text: "You said: Hello" });
  });
});
