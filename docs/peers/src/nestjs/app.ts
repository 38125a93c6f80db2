import Anthropic from "@anthropic-ai/sdk";
import { Body, Controller, Module, Post } from "@nestjs/common";
import { Agent } from "@skills/runner";
import { Orders, OrderStore } from "./orders.js";

// #region controller
@Controller("chat")
export class ChatController {
  private readonly agent: Agent;

  constructor(orders: Orders, client: Anthropic) {
    this.agent = new Agent({ client, model: "claude-sonnet-5-5", maxTokens: 1024, tools: [orders] });
  }

  @Post()
  async ask(@Body() body: { question: string }) {
    const { text, status } = await this.agent.run(body.question);
    return { text, status };
  }
}

@Module({
  controllers: [ChatController],
  providers: [Orders, OrderStore, { provide: Anthropic, useFactory: () => new Anthropic() }],
})
export class AppModule {}
// #endregion
