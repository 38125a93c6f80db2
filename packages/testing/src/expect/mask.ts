import type { ScriptedModel } from "../scripted-model";
import { formatTranscript } from "./transcript";
import { messagesOf, type CallSource } from "./calls";

/** What differs from run to run, and what stands in its place. */
const VARYING: readonly [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<uuid>"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/\b(srvtoolu|toolu|msg|req)_[A-Za-z0-9]+\b/g, "<$1>"],
];

/**
 * The transcript of a run, a history or a message stream, for snapshots: ids and times are masked, so that only
 * what was said and done makes a difference. Of a scripted model: its last conversation.
 */
export function maskedTranscript(source: CallSource): string {
  const messages = messagesOf("requests" in source ? lastConversation(source) : source);
  return VARYING.reduce((text, [pattern, mask]) => text.replace(pattern, mask), formatTranscript(messages));
}

/** Each request holds those before it: the last one that was answered tells the whole. */
function lastConversation({ requests }: ScriptedModel): unknown[] {
  const last = requests.findLast(({ reply }) => reply !== undefined);
  return last === undefined ? [] : [...last.messages, last.reply];
}
