import type { Memory } from "../model/memory";
import { offeredTools, type Offered } from "../model/offered";
import type { ModelProfile } from "../model/profiles";
import type { ScriptedRequest } from "../model/request";
import { isObject } from "../wire/shapes";
import { turnsOf, type Turn } from "./turns";
import {
  blocksIn,
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
  private freshOne?: RuleContext;

  constructor(
    readonly request: ScriptedRequest,
    readonly profile: ModelProfile,
    /** What this model has sent before. */
    readonly memory: Memory,
    /** The messages of earlier requests that broke no rule, all judged with the same rules allowed. */
    private readonly kept: WeakSet<object> = new WeakSet(),
  ) {}

  /** The body as it came: nothing in it is sure until a rule has held it. */
  get body(): { readonly [key: string]: unknown } {
    return this.request.body;
  }

  get messages(): readonly PlacedMessage[] {
    return (this.placedMessages ??= messagesOf(this.body));
  }

  /** The same request with those messages alone that have not kept to the rules before. */
  get fresh(): RuleContext {
    return (this.freshOne ??= this.withoutKept());
  }

  /** Whether this message has kept to the rules before, in a request that broke none. */
  hasKept(message: unknown): boolean {
    return isObject(message) && this.kept.has(message);
  }

  /** To be called where the request breaks no rule. */
  keep(): void {
    for (const { message } of this.fresh.messages) this.kept.add(message);
  }

  private withoutKept(): RuleContext {
    const messages = this.messages.filter(({ message }) => !this.kept.has(message));
    if (messages.length === this.messages.length) return this;
    const fresh = new RuleContext(this.request, this.profile, this.memory, this.kept);
    fresh.placedMessages = messages;
    return fresh;
  }

  /** The blocks of all messages. */
  get blocks(): readonly PlacedBlock[] {
    return (this.placedBlocks ??= blocksIn(this.messages));
  }

  /** The blocks of all messages, and those inside their tool results. */
  get deepBlocks(): readonly PlacedBlock[] {
    return (this.placedDeepBlocks ??= withResultBlocks(this.blocks));
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
