import type { Ids } from "./ids";
import type { PlacedStep, Step } from "../script/step";
import { signatureOf } from "./signatures";
import { estimateTokens } from "./tokens";
import type { ReplyBlock } from "../wire/shapes";

/** What a reply says, with what follows from that alone. */
export class Content {
  private estimate?: number;
  private framed?: readonly string[];

  constructor(readonly blocks: ReplyBlock[]) {}

  get tokens(): number {
    return (this.estimate ??= this.blocks.length === 0 ? 0 : estimateTokens(this.blocks));
  }

  /** As frames of a stream: one model cuts and writes them in one way only. */
  frames(write: () => readonly string[]): readonly string[] {
    return (this.framed ??= write());
  }
}

/** The content of one model's replies. */
export class Contents {
  private readonly kept = new WeakMap<PlacedStep, Content>();

  /** Made once where each reply to the step says the same: a rule often answers many requests. */
  of(step: Step, placed: PlacedStep, ids: Ids): Content {
    const known = this.kept.get(placed);
    if (known !== undefined) return known;
    const content = new Content(makeBlocks(step, ids));
    if (step === placed.step && !hasCalls(step)) this.kept.set(placed, content);
    return content;
  }
}

/** Each call gets an id of its own. */
function hasCalls({ calls, blocks }: Step): boolean {
  return calls !== undefined || blocks?.some(({ type }) => type === "tool_use") === true;
}

function makeBlocks(step: Step, ids: Ids): ReplyBlock[] {
  if (step.blocks !== undefined) {
    return step.blocks.map((block) =>
      block.type === "tool_use" && !("id" in block) ? { ...block, id: ids.next("toolu") } : { ...block },
    );
  }
  if (step.compaction !== undefined) {
    const content = step.compaction;
    const encrypted_content = Buffer.from(content).toString("base64");
    const signature = signatureOf([content, encrypted_content]);
    return [{ type: "compaction", content, encrypted_content, signature }];
  }
  const content: ReplyBlock[] = [];
  if (typeof step.thinking === "string") {
    content.push({ type: "thinking", thinking: step.thinking, signature: signatureOf(step.thinking) });
  } else if (step.thinking !== undefined) {
    content.push({ type: "thinking", ...step.thinking });
  }
  if (step.text !== undefined) content.push({ type: "text", text: step.text, citations: null });
  for (const [name, input, options] of step.calls ?? []) {
    content.push({
      type: "tool_use",
      id: options?.id ?? ids.next("toolu"),
      name,
      ...(options?.toolset === undefined ? {} : { toolset_name: options.toolset }),
      input: structuredClone(input ?? {}),
    });
  }
  return content;
}
