import type { Memory } from "../model/memory";
import { offeredTools, type Offered } from "../model/offered";
import type { ModelProfile } from "../model/profiles";
import type { ScriptedRequest } from "../model/request";
import { turnsOf, type Turn } from "./turns";
import {
  customTools,
  inlineTools,
  messagesOf,
  withResultBlocks,
  type PlacedBlock,
  type PlacedMessage,
  type PlacedTool,
} from "./walk";

/** What a rule may look at. The views are made once: most rules look at the same ones. */
export class RuleContext {
  private placedMessages?: readonly PlacedMessage[];
  private placedBlocks?: readonly PlacedBlock[];
  private placedDeepBlocks?: readonly PlacedBlock[];
  private placedTurns?: readonly Turn[];
  private types?: ReadonlySet<unknown>;
  private placedInline?: readonly PlacedTool[];
  private placedTools?: readonly PlacedTool[];
  private offeredOnes?: Offered;

  constructor(
    readonly request: ScriptedRequest,
    readonly profile: ModelProfile,
    /** What this model has sent before. */
    readonly memory: Memory,
  ) {}

  /** The body as it came: nothing in it is sure until a rule has held it. */
  get body(): { readonly [key: string]: unknown } {
    return this.request.body;
  }

  get messages(): readonly PlacedMessage[] {
    return (this.placedMessages ??= messagesOf(this.body));
  }

  /** The blocks of all messages. */
  get blocks(): readonly PlacedBlock[] {
    return (this.placedBlocks ??= this.messages.flatMap(({ blocks }) => blocks));
  }

  /** The blocks of all messages, and those inside their tool results. */
  get deepBlocks(): readonly PlacedBlock[] {
    return (this.placedDeepBlocks ??= this.blocks.flatMap(withResultBlocks));
  }

  /** The turns that make calls. */
  get turns(): readonly Turn[] {
    return (this.placedTurns ??= turnsOf(this.messages));
  }

  /** Whether there is a block of one of these types. */
  has(...types: readonly string[]): boolean {
    const there = (this.types ??= new Set(this.deepBlocks.map(({ block }) => block.type)));
    return types.some((type) => there.has(type));
  }

  /** What the model may call. */
  get offered(): Offered {
    return (this.offeredOnes ??= offeredTools(this.request));
  }

  /** The definitions that are the user's own, in `tools` and in messages: those with a schema. */
  get customTools(): readonly PlacedTool[] {
    return (this.placedTools ??= [...customTools(this.request.tools), ...this.inlineTools]);
  }

  /** Those that messages bring. */
  get inlineTools(): readonly PlacedTool[] {
    return (this.placedInline ??= inlineTools(this.blocks));
  }
}
