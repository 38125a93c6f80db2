import type { Span } from "@opentelemetry/api";
import { openTelemetry } from "../peers";
import { store } from "../store";
import type { Logger } from "../logger";
import type { ToolUse } from "../wire";
import { jsonText } from "./json-text";
import { log } from "./log";
import type { CallOutcome, RunToolOptions, ToolOutput } from "./outcomes";
import type { BrokenSchemaError } from "./errors";
import { failureOf, messageOf, nameOf } from "./failure";

/** What a listener hears of every call. */
export interface ToolTrace {
  kind: "tool";
  method: "call";
  name: string;
  /** Microseconds. */
  duration_us: number;
  outcome: CallOutcome;
}

export type ToolTraceListener = (trace: ToolTrace) => void;

/** Hear of every call, whoever makes it. Returns the way to stop hearing. */
export function onToolCall(listener: ToolTraceListener): () => void {
  store.listeners.add(listener);
  return () => {
    store.listeners.delete(listener);
  };
}

/** Where nobody listens, `work` runs and nothing else happens. */
export function traced(
  toolUse: ToolUse,
  description: string | undefined,
  options: RunToolOptions,
  work: () => Promise<ToolOutput>,
): Promise<ToolOutput> {
  const telemetry = hasTracer() ? openTelemetry() : undefined;
  if (store.listeners.size === 0 && !telemetry) return work();
  return telemetry
    ? telemetry.trace
        .getTracer("@skills/core")
        .startActiveSpan(`execute_tool ${toolUse.name}`, (span) =>
          spanned(span, toolUse, description, options, work),
        )
    : timed(toolUse, options, work);
}

/** How a call ended that reached no tool set: it was refused, answered in a tool's place, or run by other means. */
export interface AnsweredCall {
  outcome: CallOutcome;
  error?: unknown;
  /** Milliseconds, up to now. */
  durationMs: number;
}

/** Tells of a call as if it had been run by a tool set, once it is answered. */
export function traceAnswered(
  toolUse: ToolUse,
  { outcome, error, durationMs }: AnsweredCall,
  { logger, recordContent = false }: Pick<RunToolOptions, "logger" | "recordContent"> = {},
): void {
  const telemetry = hasTracer() ? openTelemetry() : undefined;
  if (telemetry) {
    const span = telemetry.trace.getTracer("@skills/core").startSpan(`execute_tool ${toolUse.name}`, {
      attributes: attributesOf(toolUse, undefined, recordContent),
      startTime: Date.now() - durationMs,
    });
    if (outcome !== "ok") setFailed(span, outcome, error, recordContent);
    span.end();
  }
  const duration_us = Math.round(durationMs * 1000);
  if (store.listeners.size > 0)
    tell({ kind: "tool", method: "call", name: toolUse.name, duration_us, outcome }, logger);
}

async function spanned(
  span: Span,
  toolUse: ToolUse,
  description: string | undefined,
  options: RunToolOptions,
  work: () => Promise<ToolOutput>,
): Promise<ToolOutput> {
  const { recordContent = false } = options;
  span.setAttributes(attributesOf(toolUse, description, recordContent));
  try {
    const output = await timed(toolUse, options, work);
    if (recordContent) span.setAttribute("gen_ai.tool.call.result", jsonText(output.value) ?? "");
    return output;
  } catch (error) {
    setFailed(span, failureOf(error, options.signal, undefined).outcome, error, recordContent);
    throw error;
  } finally {
    span.end();
  }
}

function attributesOf(
  toolUse: ToolUse,
  description: string | undefined,
  recordContent: boolean,
): { [name: string]: string } {
  return {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": toolUse.name,
    "gen_ai.tool.call.id": toolUse.id,
    "gen_ai.tool.type": "function",
    ...(description === undefined ? {} : { "gen_ai.tool.description": description }),
    ...(recordContent ? { "gen_ai.tool.call.arguments": jsonText(toolUse.input) ?? "" } : {}),
  };
}

function setFailed(span: Span, outcome: CallOutcome, error: unknown, recordContent: boolean): void {
  span.setAttribute("error.type", outcome === "error" && error instanceof Error ? nameOf(error) : outcome);
  const message = recordContent ? messageOf(error) : messageWithoutContent(error);
  // 2: SpanStatusCode.ERROR, written out so that the package is not loaded for one number.
  span.setStatus({ code: 2, ...(error === undefined ? {} : { message }) });
}

/** Issues quote the values that they are about: without leave only their places are told. */
function messageWithoutContent(error: unknown): string {
  const { issues } = (error ?? {}) as Partial<BrokenSchemaError>;
  return issues
    ? `does not fit its schema at ${issues.map(({ path }) => path || "its root").join(", ")}`
    : messageOf(error);
}

async function timed(
  { name }: ToolUse,
  { signal, logger }: RunToolOptions,
  work: () => Promise<ToolOutput>,
): Promise<ToolOutput> {
  const start = process.hrtime.bigint();
  let outcome: CallOutcome = "ok";
  try {
    return await work();
  } catch (error) {
    outcome = failureOf(error, signal, undefined).outcome;
    throw error;
  } finally {
    const duration_us = Number((process.hrtime.bigint() - start) / 1000n);
    tell({ kind: "tool", method: "call", name, duration_us, outcome }, logger);
  }
}

/** What a listener throws is its own affair: the call has its result. */
function tell(trace: ToolTrace, logger: Logger | undefined): void {
  for (const listener of store.listeners) {
    try {
      listener(trace);
    } catch (error) {
      log(logger, "error", "A listener of tool calls failed.", error);
    }
  }
}

const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/** Whether the process has registered a tracer: without one the package is not loaded. */
function hasTracer(): boolean {
  const registered = (globalThis as { [REGISTERED]?: { trace?: unknown } })[REGISTERED];
  return registered?.trace !== undefined;
}
