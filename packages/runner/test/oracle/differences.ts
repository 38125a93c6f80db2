import type { Observed } from "./observe";

export interface Difference {
  /** Names of scripts; "*" for all. */
  scripts: string[] | "*";
  fields: (keyof Observed)[];
  reason: string;
  /** What differs within the fields' JSON; everything else in them is still compared. */
  within?: RegExp;
}

/** Where this runner means to differ from the SDK's. A script or field that is listed without need fails the suite. */
export const DIFFERENCES: Difference[] = [
  {
    scripts: "*",
    fields: ["header x-stainless-helper"],
    reason: "the SDK counts by it the use of its own runner, and this is another",
  },
  {
    scripts: ["a ToolError of blocks"],
    fields: ["bodies", "history"],
    reason:
      "an error result holds one text: the API takes nothing else there, and one form is simpler to read",
  },
  {
    scripts: ["a ToolError with an image"],
    fields: ["bodies", "history"],
    reason: "the API refuses an image in an error result: it follows the results",
  },
  {
    scripts: [
      "an unknown tool",
      "a tool removed before its call runs",
      "a tool removed and brought back",
      "a raw definition takes a tool's name",
      "a tool removed by the history",
      "tools changed, then compacted",
    ],
    fields: ["bodies", "history"],
    reason: "the model is told the near match and the tools there are, so that it can mend its call",
    within: /"(Error: Tool '\w+' not found|There is no tool named (?:[^"\\]|\\.)*)"/g,
  },
  {
    scripts: [
      "cut by max_tokens",
      "a stop reason of tomorrow",
      "compaction after a cut turn is skipped",
      "an eager reply cut by max_tokens",
      "a closed toolset ends the run",
    ],
    fields: ["history"],
    reason: "a call left open is answered, so that a next request with this history is not refused",
  },
  {
    scripts: ["one id twice"],
    fields: ["bodies", "replies", "history"],
    reason: "the API refuses an id that stands twice: the second call is renamed before it runs",
  },
  {
    scripts: ["a text that says nothing"],
    fields: ["bodies", "replies", "outcome", "history"],
    reason: "models write such texts, and the API takes them back from nobody: the history is without",
  },
  {
    scripts: ["a history with an open call"],
    fields: ["bodies", "calls", "replies", "outcome", "history"],
    reason: "the API refuses a history with an open call: the call is run first",
  },
  {
    scripts: [
      "iterated twice",
      "compaction among the params",
      "messages pushed while a compaction is handled",
      "messages replaced while a compaction is handled",
      "compaction beside a compaction edit",
      "eager without stream",
      "a toolset cannot be added",
      "a definition of a toolset that is there cannot be added",
      "a toolset cannot be removed",
    ],
    fields: ["outcome"],
    reason: "errors of this package carry a code and a way out",
  },
];
