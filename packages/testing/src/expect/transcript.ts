import { inspect, styleText } from "node:util";
import { blocksOf, isObject, textOf } from "../wire/shapes";

/** As much of a message of `query`'s stream as a transcript shows; the Claude Agent SDK's messages fit. */
interface StreamedMessage {
  type: string;
  subtype?: string;
  message?: { content: unknown };
  result?: unknown;
  errors?: unknown;
}

/** A message of a stream, or of a history as a request and a run's result have it. */
export type TranscriptMessage = StreamedMessage | { role: string; content: unknown };

export interface TranscriptOptions {
  /** ANSI colours. Default false. */
  colour?: boolean;
}

type Style = Parameters<typeof styleText>[0];

interface Line {
  label: string;
  text: string;
  style?: Style;
}

const LABEL_WIDTH = 11;
const LABEL_STYLES: Readonly<Record<string, Style>> = {
  system: "gray",
  assistant: "cyan",
  user: "yellow",
  result: "green",
};

/**
 * A message stream or a history as lines: `assistant  calls Skill { name: 'refund-policy' }`. An error result reads like any
 * other; with colour it is red. Lines of a text after its first are indented to stand under it.
 */
export function formatTranscript(
  messages: Iterable<TranscriptMessage>,
  options: TranscriptOptions = {},
): string {
  return Array.from(messages)
    .flatMap(linesOf)
    .map((line) => print(line, options.colour === true))
    .join("\n");
}

function linesOf(message: TranscriptMessage): Line[] {
  if ("role" in message) return turnLines(shown(message.role), message.content);
  switch (message.type) {
    case "system":
      return [{ label: "system", text: message.subtype ?? "" }];
    case "assistant":
    case "user":
      return turnLines(message.type, message.message?.content);
    case "result":
      return [resultLine(message)];
    default:
      return [];
  }
}

function turnLines(role: string, content: unknown): Line[] {
  if (role === "system") return [{ label: role, text: namedText(content) }];
  return blocksOf(content).flatMap((block) => blockLines(role, block));
}

function blockLines(label: string, block: { [key: string]: unknown }): Line[] {
  switch (block.type) {
    case "text":
      return [{ label, text: shown(block.text) }];
    case "tool_use":
      return [{ label, text: `calls ${shown(block.name)} ${inspectInput(block.input)}` }];
    case "tool_result":
      return [
        {
          label,
          text: `result: ${namedText(block.content)}`,
          ...(block.is_error === true && { style: "red" }),
        },
      ];
    default:
      return [];
  }
}

/** Blocks other than text are named: an image has no line of its own. */
function namedText(content: unknown): string {
  const others = blocksOf(content)
    .filter((block) => block.type !== "text")
    .map((block) => `[${shown(block.type)}]`);
  return [textOf(content), ...others].filter((text) => text !== "").join(" ");
}

/** A request that is refused may hold anything where a text belongs. */
function shown(value: unknown): string {
  return typeof value === "string" ? value : inspectInput(value);
}

function resultLine({ subtype, result, errors }: StreamedMessage): Line {
  const text = Array.isArray(errors)
    ? errors.map(String).join("; ")
    : typeof result === "string"
      ? result
      : "";
  return {
    label: "result",
    text: `${subtype ?? ""}: ${text}`,
    ...(subtype !== "success" && { style: "red" as const }),
  };
}

/** An input as TypeScript's idiom writes it, on one line. */
export function inspectInput(input: unknown): string {
  return inspect(isObject(input) ? { ...input } : input, {
    breakLength: Infinity,
    compact: true,
    depth: Infinity,
    maxArrayLength: null,
    maxStringLength: null,
  });
}

function print({ label, text, style }: Line, colour: boolean): string {
  const indented = text.replaceAll("\n", `\n${" ".repeat(LABEL_WIDTH)}`);
  const padded = label.padEnd(LABEL_WIDTH);
  if (!colour) return `${padded}${indented}`.trimEnd();
  // The caller has decided: whether this process's own output is a terminal is no matter here.
  const paint = (format: Style, value: string): string => styleText(format, value, { validateStream: false });
  return `${paint(LABEL_STYLES[label] ?? "gray", padded)}${style ? paint(style, indented) : indented}`;
}
