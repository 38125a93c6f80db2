import { errorEvent, faultStatus, streamBody, wholeBody, type Body } from "./body";
import { errorOutcome, type ErrorOutcome, type MessageOutcome } from "../model/exchange";
import { ConnectionReset, untilAborted, type Abortable } from "./connection";
import type { Fault } from "../script/faults";
import { sameHeaders } from "../model/keep-same";
import { modelInfo, MODEL_IDS } from "./models";
import { ScriptedRequest, type RequestBody } from "../model/request";
import type { TransportRule } from "../rules/transport";
import type { ScriptedModel } from "../scripted-model";
import { estimateInputTokens } from "../model/tokens";
import { isObject } from "./shapes";

/** The API's limit on a request. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

const INVALID_JSON = "The request body is not valid JSON";

export interface HttpRequest extends Abortable {
  method: string;
  /** Path and query. */
  path: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export interface HttpReply {
  status: number;
  headers: Record<string, string>;
  body: Body;
}

type Handler = (
  model: ScriptedModel,
  request: HttpRequest,
  requestId: string,
) => HttpReply | Promise<HttpReply>;

const ROUTES: readonly { path: RegExp; method: string; handle: Handler }[] = [
  { path: /^\/v1\/messages$/, method: "POST", handle: postMessages },
  { path: /^\/v1\/messages\/count_tokens$/, method: "POST", handle: countTokens },
  { path: /^\/v1\/models$/, method: "GET", handle: listModels },
  { path: /^\/v1\/models\/[^/]+$/, method: "GET", handle: getModel },
];

/**
 * The API over a scripted model: what both the client's `fetch` and the server answer with.
 * @throws ConnectionReset where the script breaks the connection before the first byte
 */
export async function handleHttp(model: ScriptedModel, request: HttpRequest): Promise<HttpReply> {
  const requestId = model.nextRequestId();
  const path = pathOf(request);
  const route = ROUTES.find((each) => each.method === request.method && each.path.test(path));
  if (!hasKey(request.headers) && !model.allows("missing-key")) {
    return reject(model, requestId, "missing-key", 401, "x-api-key header is required");
  }
  if (route === undefined) {
    return ROUTES.some((each) => each.path.test(path))
      ? reject(model, requestId, "known-route", 405, `Method Not Allowed: ${request.method} ${path}`)
      : reject(model, requestId, "known-route", 404, `Not found: ${request.method} ${path}`);
  }
  try {
    return await route.handle(model, request, requestId);
  } catch (error) {
    // Read without recursion, and looked at with it: so deep a value can be parsed, and nothing else be done with it.
    if (!(error instanceof RangeError)) throw error;
    return reject(model, requestId, "valid-json", 400, `${INVALID_JSON}: it is nested too deeply`);
  }
}

function hasKey({ "x-api-key": key, authorization }: HttpRequest["headers"]): boolean {
  return (key ?? "") !== "" || /^Bearer\s+\S/.test(authorization ?? "");
}

/** Refuses a request before its body is judged. */
export function reject(
  model: ScriptedModel,
  requestId: string,
  rule: TransportRule,
  status: number,
  message: string,
): HttpReply {
  model.reject(rule, message);
  return errorReply(errorOutcome(requestId, { status, message }));
}

export function tooLarge(model: ScriptedModel, requestId: string): HttpReply {
  return reject(model, requestId, "body-size", 413, "Request exceeds the maximum size");
}

async function postMessages(model: ScriptedModel, http: HttpRequest, requestId: string): Promise<HttpReply> {
  const body = readBody(model, http, requestId);
  if ("reply" in body) return body.reply;
  const request = new ScriptedRequest(
    model.requests.length,
    body.json as RequestBody,
    splitBetas(http.headers["anthropic-beta"]),
    sameHeaders(http.headers, model.requests.at(-1)?.headers),
  );
  const outcome = await model.exchange(request, requestId, http);
  const { fault } = outcome;
  // A reply that is sent whole has no events for a fault to stand between.
  const atOnce = (fault?.at ?? 0) === 0 || request.body.stream !== true || outcome.kind === "error";
  if (fault?.kind === "reset" && fault.inside !== true && atOnce) throw new ConnectionReset();
  if (fault?.kind === "stall" && atOnce) await untilAborted(http.signal);
  if (outcome.kind === "error") return errorReply(outcome);
  return request.body.stream === true ? streamReply(model, outcome, http) : messageReply(outcome);
}

function streamReply(model: ScriptedModel, outcome: MessageOutcome, client: Abortable): HttpReply {
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      "request-id": outcome.requestId,
    },
    body: streamBody(outcome, model.streaming, client),
  };
}

function messageReply({ requestId, message, fault }: MessageOutcome): HttpReply {
  if (fault?.kind === "error") {
    const { error } = errorEvent(fault);
    return errorReply(errorOutcome(requestId, { ...error, status: faultStatus(error.type) }));
  }
  return json(200, message, requestId, { fault });
}

function errorReply({ status, envelope, headers, requestId, fault }: ErrorOutcome): HttpReply {
  return json(status, envelope, requestId, { headers, fault });
}

function json(status: number, value: unknown, requestId: string, more: Partial<JsonReply> = {}): HttpReply {
  const text = JSON.stringify(value);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    ...more.headers,
    "request-id": requestId,
  };
  // A body that a fault cuts short would leave the client waiting for the rest.
  if (more.fault === undefined) headers["content-length"] = String(Buffer.byteLength(text));
  return { status, headers, body: wholeBody(text, more.fault) };
}

interface JsonReply {
  headers: Record<string, string>;
  fault: Fault;
}

function readBody(
  model: ScriptedModel,
  request: HttpRequest,
  requestId: string,
): { json: Record<string, unknown> } | { reply: HttpReply } {
  if (Buffer.byteLength(request.body) > MAX_BODY_BYTES) return { reply: tooLarge(model, requestId) };
  try {
    const value: unknown = JSON.parse(request.body);
    if (isObject(value)) return { json: value };
    return {
      reply: reject(model, requestId, "valid-json", 400, "Input should be a valid dictionary or object"),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      reply: reject(model, requestId, "valid-json", 400, `${INVALID_JSON}: ${why}`),
    };
  }
}

export function splitBetas(header: string | undefined): string[] {
  if (header === undefined) return [];
  return header
    .split(",")
    .map((beta) => beta.trim())
    .filter((beta) => beta !== "");
}

function countTokens(model: ScriptedModel, request: HttpRequest, requestId: string): HttpReply {
  const body = readBody(model, request, requestId);
  if ("reply" in body) return body.reply;
  return json(200, { input_tokens: estimateInputTokens(body.json) }, requestId);
}

function listModels(_model: ScriptedModel, _request: HttpRequest, requestId: string): HttpReply {
  const data = MODEL_IDS.map(modelInfo);
  const page = { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
  return json(200, page, requestId);
}

function getModel(_model: ScriptedModel, request: HttpRequest, requestId: string): HttpReply {
  return json(200, modelInfo(unescaped(pathOf(request).split("/").at(-1) ?? "")), requestId);
}

/** A broken escape stands for itself. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function pathOf({ path }: HttpRequest): string {
  return path.replace(/\?.*$/, "");
}
