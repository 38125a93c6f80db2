/** The SDK's types that the runner speaks in: types only, so that loading this package loads no SDK. */
export type {
  BetaCompactionBlock,
  BetaCompactionConfig,
  BetaContentBlockParam,
  BetaMessage,
  BetaMessageParam,
  BetaRawMessageStreamEvent,
  BetaTextBlockParam,
  BetaToolResultBlockParam,
  BetaToolUnion,
  BetaToolUseBlock,
  MessageCreateParamsBase,
  MessageCreateParamsNonStreaming,
} from "@anthropic-ai/sdk/resources/beta/messages/messages";
export type { BetaToolRunnerRequestOptions } from "@anthropic-ai/sdk/lib/tools/BetaToolRunner";
export type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
export type { BetaRunnableToolset } from "@anthropic-ai/sdk/lib/tools/BetaRunnableToolset";
export type { BetaMessageStream } from "@anthropic-ai/sdk/lib/BetaMessageStream";
