import { wireForm } from "@skills/core";
import { RunError } from "../errors";
import type { BetaMessageParam, BetaToolUnion } from "../sdk-types";
import { RunTools } from "./run-tools";
import { sendsChangesInline, SentTools } from "./sent-tools";
import { ToolChanges, type SystemMessage } from "./tool-changes";
import { definitionsOf, familyOf, namesOf, toolEntry, type RunnerTool, type ToolEntry } from "./tool-entries";

/**
 * The tools of a run, and what the model is told of them: with each request's `tools`, or in messages in between, where
 * a beta lets those change what `tools` said.
 */
export class ToolOffer {
  readonly tools: RunTools;
  private readonly changes = new ToolChanges();
  private sent = new SentTools();

  constructor(tools: readonly RunnerTool[]) {
    this.tools = new RunTools(tools);
  }

  /** Offer another list of tools; what was added and removed by name stays. */
  replace(tools: readonly RunnerTool[]): void {
    this.tools.replace(tools);
    this.sent = new SentTools();
  }

  /** @throws RunError for a toolset: a run keeps those it was made with */
  add(tools: readonly RunnerTool[]): void {
    const entries = tools.map(toolEntry);
    for (const entry of entries) refuseToolset(entry, this.tools.families);
    for (const entry of entries) {
      for (const definition of definitionsOf(entry)) {
        // A definition without a name (an MCP toolset) is nothing that runs here.
        if ("name" in definition) this.tools.change(definition.name, entry.kind === "set" ? entry.set : null);
        this.changes.add(definition);
      }
    }
  }

  /** @throws RunError for a toolset */
  remove(tools: readonly (RunnerTool | string)[]): void {
    const names = tools.flatMap((tool) => (typeof tool === "string" ? wireForm(tool) : namesOf(tool)));
    for (const name of names) {
      if (!this.tools.families.has(name)) continue;
      throw new RunError("S406", `the ${name} toolset cannot be removed from a run`, {
        help: "make a new runner without it",
      });
    }
    for (const name of names) {
      this.tools.change(name, null);
      this.changes.remove(name);
    }
  }

  /** The next request's `tools`. */
  definitions(betas: readonly string[] | undefined): BetaToolUnion[] {
    const current = this.tools.definitions;
    return sendsChangesInline(betas) ? this.sent.toSend(current) : current;
  }

  /** The message that tells the model of what changed since it was last told; undefined where nothing did. */
  takeChanges(betas: readonly string[] | undefined): SystemMessage | undefined {
    if (sendsChangesInline(betas)) this.sent.noteChanges(this.tools.definitions, this.changes);
    return this.changes.take();
  }

  /** Follow the tool changes that stand in the history, and after them those that the model is yet to be told of. */
  follow(messages: readonly BetaMessageParam[]): void {
    const pending = this.changes.message;
    this.tools.readHistory(pending ? [...messages, pending] : messages);
  }
}

/** @throws RunError for a toolset, and for a definition that the API would take as replacing one of the run's */
function refuseToolset(entry: ToolEntry, families: ReadonlySet<string>): void {
  const added =
    entry.kind === "toolset"
      ? [entry.family]
      : definitionsOf(entry).map((definition) =>
          familyOf("type" in definition ? definition.type : undefined),
        );
  for (const family of added) {
    if (entry.kind !== "toolset" && !families.has(family)) continue;
    throw new RunError("S406", `the ${family} toolset cannot be added to a run`, {
      help: "a runner keeps the toolsets it was made with: make a new runner",
    });
  }
}
