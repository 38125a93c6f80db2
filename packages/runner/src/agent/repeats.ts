import { createHash } from "node:crypto";
import { wireForm } from "@skills/core";
import type { BetaToolUseBlock } from "../sdk-types";

/** What a run repeats, as plain JSON. */
export interface RepeatCounts {
  /** By call: how often in a row it was made. What a turn leaves out, and all where it makes a new call, is forgotten. */
  inARow: Record<string, number>;
  /** Turns in a row of which every call was refused as a repetition. */
  stuckTurns: number;
}

export function noRepeats(): RepeatCounts {
  return { inARow: {}, stuckTurns: 0 };
}

/** Calls that no input could make work, whatever their names: each teaches the model as little as the last. */
const HOPELESS = "";

/** Longer calls are known by their hash: the counts stand in every state and journal. */
const LONGEST_KEY = 100;

/**
 * Finds a model that goes round in circles: one call with one input again and again, a turn of several such calls, or
 * calls that cannot work.
 */
export class Repeats {
  private inARow: Map<string, number>;
  private stuckTurns: number;
  /** The keys of the turn's calls, by id. */
  private readonly turn = new Map<string, string>();
  private isNew = false;
  private refused = 0;

  constructor(
    { inARow, stuckTurns }: RepeatCounts,
    private readonly most: number,
  ) {
    this.inARow = new Map(Object.entries(inARow));
    this.stuckTurns = stuckTurns;
  }

  get counts(): RepeatCounts {
    return { inARow: Object.fromEntries(this.inARow), stuckTurns: this.stuckTurns };
  }

  /**
   * Counts a call.
   * @param hopeless why it cannot be run, whatever its input
   * @returns what to say in its place, where it is one too many
   */
  refusal(toolUse: BetaToolUseBlock, hopeless: string | undefined): string | undefined {
    const key = hopeless === undefined ? keyOf(toolUse) : HOPELESS;
    const times = (this.inARow.get(key) ?? 0) + 1;
    this.inARow.set(key, times);
    this.turn.set(toolUse.id, key);
    this.isNew ||= times === 1;
    if (times <= this.most) return undefined;
    this.refused += 1;
    const why =
      hopeless === undefined
        ? `this is the same call of ${toolUse.name} for the ${String(times)}th time in a row. Its result will not change`
        : `${hopeless}, and this is call ${String(times)} in a row that cannot be run`;
    return `Not run: ${why}: do something else, or say what keeps you from going on.`;
  }

  /** A call that was counted was not run after all. */
  takeBack(id: string): void {
    const key = this.turn.get(id);
    if (key === undefined) return;
    this.turn.delete(id);
    this.inARow.set(key, (this.inARow.get(key) ?? 1) - 1);
  }

  /** All calls of a turn were counted. True where the model was told so often that telling it is no use. */
  endTurn(): boolean {
    const { turn, inARow: before } = this;
    this.inARow = new Map();
    for (const key of turn.values())
      this.inARow.set(key, (this.isNew ? (this.inARow.get(key) ?? 0) + 1 : before.get(key)) ?? 0);
    this.stuckTurns = turn.size > 0 && this.refused === turn.size ? this.stuckTurns + 1 : 0;
    turn.clear();
    this.isNew = false;
    this.refused = 0;
    return this.stuckTurns >= this.most;
  }
}

function keyOf({ name, toolset_name: family, input }: BetaToolUseBlock): string {
  const key = `${family ? `${family}.` : ""}${wireForm(name)} ${JSON.stringify(input)}`;
  return key.length <= LONGEST_KEY ? key : createHash("sha256").update(key).digest("base64");
}
