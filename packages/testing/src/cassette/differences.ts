import { inspect } from "node:util";
import { isObject } from "../wire/shapes";
import type { RecordedRequest } from "./format";

/** A place at which two requests differ. */
export interface Difference {
  path: string;
  recorded: unknown;
  received: unknown;
}

/** What is compared of a request: without what may differ from run to run although the same is asked. */
export function normalised({ method, path, headers, body }: RecordedRequest): object {
  const { pathname, searchParams } = new URL(path, "http://127.0.0.1");
  searchParams.delete("beta");
  searchParams.sort();
  const betas = (headers["anthropic-beta"] ?? "").split(",").map((beta) => beta.trim());
  return {
    method,
    path: `${pathname}${searchParams.size === 0 ? "" : `?${searchParams.toString()}`}`,
    betas: betas.filter((beta) => beta !== "").sort(),
    body: body ?? null,
  };
}

/** Every place at which they differ; the order of properties is none. */
export function differences(recorded: unknown, received: unknown, path = ""): Difference[] {
  if (Object.is(recorded, received)) return [];
  if (Array.isArray(recorded) && Array.isArray(received)) {
    const length = Math.max(recorded.length, received.length);
    return Array.from({ length }, (_, index) =>
      differences(recorded[index], received[index], `${path}[${String(index)}]`),
    ).flat();
  }
  if (isObject(recorded) && isObject(received)) {
    const names = new Set([...Object.keys(recorded), ...Object.keys(received)]);
    return [...names].flatMap((name) =>
      differences(own(recorded, name), own(received, name), path === "" ? name : `${path}.${name}`),
    );
  }
  return [{ path, recorded, received }];
}

function own(value: { [name: string]: unknown }, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

const MOST_SHOWN = 12;

/** Two lines a difference: what was recorded, what was received. */
export function printDifferences(all: readonly Difference[]): string {
  const lines = all.slice(0, MOST_SHOWN).map(({ path, recorded, received }) => {
    const [before, after] = [recorded, received].map((value) =>
      value === undefined ? "nothing" : shown(value),
    );
    return `${path}\n  - recorded ${String(before)}\n  + received ${String(after)}`;
  });
  if (all.length > MOST_SHOWN) lines.push(`and ${String(all.length - MOST_SHOWN)} more`);
  return lines.join("\n");
}

function shown(value: unknown): string {
  const text = inspect(value, { breakLength: Infinity, compact: true, depth: 3, maxStringLength: 300 });
  return text.length > 400 ? `${text.slice(0, 399)}…` : text;
}
