import { RunError } from "../errors";

/**
 * What a run begins with or is given may come from a store, or from another API: it is read as a history only where it
 * is one.
 * @throws RunError S429
 */
export function checkMessages(messages: unknown): void {
  if (!Array.isArray(messages)) throw wrong(messages, "messages is no list");
  for (const [index, message] of (messages as unknown[]).entries()) {
    const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown };
    const place = `messages[${String(index)}]`;
    if (typeof role !== "string") throw wrong(message, `${place} has no role`);
    // A system message may hold settings alone.
    if (typeof content === "string" || (role === "system" && content === undefined)) continue;
    if (!Array.isArray(content))
      throw wrong(content, `${place}.content is neither a text nor a list of blocks`);
    const strange = content.findIndex((block) => typeof (block as Typed | null)?.type !== "string");
    if (strange >= 0) throw wrong(content[strange], `${place}.content[${String(strange)}] is no block`);
  }
}

interface Typed {
  type?: unknown;
}

function wrong(value: unknown, what: string): RunError {
  return new RunError("S429", `${what}: ${String(JSON.stringify(value)).slice(0, 100)}`, {
    help: 'a message is { role: "user", content: "…" }, its content a text or a list of blocks, each with its type',
  });
}
