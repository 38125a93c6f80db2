import type { StreamEvent } from "./shapes";

/** One event as a frame of `text/event-stream`. */
export function frame(event: StreamEvent, lineEnd: "\n" | "\r\n" = "\n"): string {
  return `event: ${event.type}${lineEnd}data: ${JSON.stringify(event)}${lineEnd}${lineEnd}`;
}
