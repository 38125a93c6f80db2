import { isObject } from "../wire/shapes";
import type { Exchange, RecordedRequest } from "./format";

/** What is taken out of bodies before they are written, and out of requests before they are compared. */
export type Redaction = string | RegExp | { find: string | RegExp; with: string };

const REQUEST_HEADERS: readonly string[] = ["anthropic-version", "anthropic-beta", "content-type"];
const RESPONSE_HEADERS: readonly string[] = [
  "content-type",
  "request-id",
  "retry-after",
  "retry-after-ms",
  "x-should-retry",
];

/** The headers that may be written. All others stay out: keys, cookies, names of organisations and machines. */
export function keptHeaders(
  headers: Iterable<readonly [string, string | undefined]>,
  of: "request" | "response",
): Record<string, string> {
  const kept = of === "request" ? REQUEST_HEADERS : RESPONSE_HEADERS;
  const all = new Map(Array.from(headers, ([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = all.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A copy in which every text is redacted, names of properties included. */
function redacted(value: unknown, redactions: readonly Redaction[]): unknown {
  return redactions.reduce((all, redaction) => mapTexts(all, (text) => replaced(text, redaction)), value);
}

function replaced(text: string, redaction: Redaction): string {
  const isPair = typeof redaction === "object" && "find" in redaction;
  const { find, with: other } = isPair ? redaction : { find: redaction, with: "<redacted>" };
  // By functions: "$&" in the replacement stands for itself.
  if (typeof find === "string") return text.replaceAll(find, () => other);
  return text.replace(new RegExp(find.source, `${find.flags.replace("g", "")}g`), () => other);
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [change(name), mapTexts(each, change)]),
  );
}

export function redactedRequest(request: RecordedRequest, redactions: readonly Redaction[]): RecordedRequest {
  const { path, body } = request;
  return {
    ...request,
    path: String(redacted(path, redactions)),
    ...(body !== undefined && { body: redacted(body, redactions) }),
  };
}

/** Pieces that are no text stay as they are: the search for secrets reads them whole. */
export function redactedExchange(
  { request, response }: Exchange,
  redactions: readonly Redaction[],
): Exchange {
  const { body, chunks } = response;
  return {
    request: redactedRequest(request, redactions),
    response: {
      ...response,
      ...(body !== undefined && { body: redacted(body, redactions) }),
      ...(chunks && {
        chunks: chunks.map((chunk) =>
          Array.isArray(chunk) ? (redacted(chunk, redactions) as string[]) : chunk,
        ),
      }),
    },
  };
}
