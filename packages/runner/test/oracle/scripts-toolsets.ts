import { BetaAbstractComputerToolset20260801 } from "@anthropic-ai/sdk/helpers/beta/toolsets/computer";
import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import type { BetaMessageStream } from "@anthropic-ai/sdk/lib/BetaMessageStream";
import type { Note, OracleScript } from "./observe";
import { lookup } from "./tools";

const CLICK = { coordinate: [1, 2] };
const computer = { toolset: "computer" };
const BETAS = ["computer-use-2026-08-01"];
const ALLOW = { allow: ["beta-header", "unknown-fields"] };

type Options = ConstructorParameters<typeof BetaAbstractComputerToolset20260801>[0];

/** A desktop whose keys fail. */
class Desktop extends BetaAbstractComputerToolset20260801 {
  constructor(
    private readonly note: Note,
    options: Options = { confirm: () => true },
  ) {
    super(options);
  }

  protected override async left_click(): Promise<void> {
    await Promise.resolve();
    this.note("click");
  }

  protected override key(): never {
    this.note("key");
    throw new ToolError("no keyboard");
  }
}

export const TOOLSETS: Record<string, OracleScript> = {
  "actions of a toolset, in order": {
    steps: [
      {
        calls: [
          ["left_click", CLICK, computer],
          ["lookup", { id: "A1" }],
          ["left_click", CLICK, computer],
        ],
      },
      { text: "Clicked." },
    ],
    tools: (note) => [new Desktop(note), lookup(note)],
    params: { betas: BETAS },
    model: ALLOW,
  },
  "actions after one that failed": {
    steps: [
      {
        calls: [
          ["key", { text: "a" }, computer],
          ["left_click", CLICK, computer],
          ["lookup", { id: "A1" }],
        ],
      },
      { text: "It failed." },
    ],
    tools: (note) => [new Desktop(note), lookup(note)],
    params: { betas: BETAS },
    model: ALLOW,
  },
  "an action that is not confirmed": {
    steps: [{ calls: [["left_click", CLICK, computer]] }, { text: "No." }],
    tools: (note) => [new Desktop(note, { confirm: ({ member }) => (note(`may I ${member}?`), false) })],
    params: { betas: BETAS },
    model: ALLOW,
  },
  "an action of a toolset that is not there": {
    steps: [{ calls: [["left_click", CLICK, { ...computer, notOffered: true }]] }, { text: "No." }],
    tools: (note) => [lookup(note)],
    params: { betas: BETAS },
    model: ALLOW,
  },
  "a closed toolset ends the run": {
    steps: [{ calls: [["left_click", CLICK, computer]] }],
    tools: (note) => {
      const desktop = new Desktop(note);
      void desktop.close();
      return [desktop];
    },
    params: { betas: BETAS },
    model: ALLOW,
  },
  "a toolset's actions run eagerly": {
    steps: [
      {
        calls: [
          ["left_click", CLICK, computer],
          ["left_click", CLICK, computer],
          ["lookup", { id: "A1" }],
        ],
      },
      { text: "Clicked." },
    ],
    tools: (note) => [new Desktop(note), lookup(note)],
    params: { betas: BETAS, stream: true, runToolsEagerly: true },
    model: ALLOW,
  },
  "a toolset's actions after a held one wait": {
    steps: [
      {
        calls: [
          ["left_click", CLICK, computer],
          ["left_click", CLICK, computer],
          ["lookup", { id: "A1" }],
        ],
      },
      { text: "Clicked." },
    ],
    tools: (note) => [new Desktop(note), lookup(note)],
    params: { betas: BETAS, stream: true, runToolsEagerly: true },
    model: ALLOW,
    drive: async (runner, note) => {
      for await (const item of runner) {
        const stream = item as unknown as BetaMessageStream;
        let held = false;
        stream.on("contentBlock", (block) => {
          if (!held && block.type === "tool_use") runner.deferToolCall(block);
          held = true;
        });
        await stream.finalMessage();
        note("the body ends");
      }
    },
  },
  "a toolset cannot be added": {
    steps: [],
    tools: (note) => [lookup(note)],
    drive: async (runner, note) => {
      runner.addTools(new Desktop(note));
      await runner;
    },
  },
  "a definition of a toolset that is there cannot be added": {
    steps: [],
    tools: (note) => [new Desktop(note)],
    drive: async (runner) => {
      runner.addTools({ type: "computer_toolset_20260801" });
      await runner;
    },
  },
  "a toolset's actions after one that failed, eagerly": {
    steps: [
      {
        calls: [
          ["key", { text: "a" }, computer],
          ["left_click", CLICK, computer],
          ["lookup", { id: "A1" }],
        ],
      },
      { text: "Stuck." },
    ],
    tools: (note) => [new Desktop(note), lookup(note)],
    params: { betas: BETAS, stream: true, runToolsEagerly: true },
    model: ALLOW,
  },
  "a toolset cannot be removed": {
    steps: [],
    tools: (note) => [new Desktop(note)],
    drive: async (runner) => {
      runner.removeTools("computer");
      await runner;
    },
  },
};
