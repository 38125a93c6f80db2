import "./support/compiled";
import { Tool, ToolContext, toolSet, type ToolArguments } from "@skills/core";

/** What each of these has as the type of its parameters is what stands behind its name in `Expected`. */
interface Methods {
  none(): void;
  plain(a: number, b?: string): void;
  context(a: number, context: ToolContext): void;
  state(context: ToolContext<{ user: string }>, a: number): void;
  optionalContext(a: number, context?: ToolContext): void;
  signal(a: number, signal: AbortSignal): void;
  maybeSignal(a: number, signal: AbortSignal | undefined): void;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what this is about
  any(a: any, b: number): void;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what this is about
  optionalAny(a: number, b?: any): void;
  unknown(a: unknown, context: ToolContext): void;
  never(a: never): void;
  rest(...all: string[]): void;
  signalBeforeRest(a: number, signal: AbortSignal, ...all: string[]): void;
  optionalSignalBeforeRest(a?: number, signal?: AbortSignal, ...all: string[]): void;
  optionalsBeforeRest(a?: string, b?: string, ...all: string[]): void;
  unknownRest(a?: number, ...all: unknown[]): void;
}

interface Expected {
  none: [];
  plain: [a: number, b?: string];
  context: [a: number];
  state: [a: number];
  optionalContext: [a: number];
  signal: [a: number];
  maybeSignal: [a: number];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what this is about
  any: [a: any, b: number];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what this is about
  optionalAny: [a: number, b?: any];
  unknown: [a: unknown];
  never: [a: never];
  rest: string[];
  signalBeforeRest: [a: number, ...all: string[]];
  optionalSignalBeforeRest: [a?: number, ...all: string[]];
  optionalsBeforeRest: [a?: string, b?: string, ...all: string[]];
  unknownRest: [a?: number, ...all: unknown[]];
}

/** The same type, also where one is `any`: two generic functions are only alike if what they ask is. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Unlike = {
  [K in keyof Methods]: Same<ToolArguments<Methods, K>, Expected[K]> extends true ? never : K;
}[keyof Methods];

class Mixed {
  /**
   * Joins.
   * @param first First
   */
  @Tool()
  join(first?: number, signal?: AbortSignal, ...rest: string[]): string {
    return [first, signal instanceof AbortSignal, ...rest].join(" ");
  }
  /** Takes anything. */
  @Tool({ inputSchema: { type: "object", properties: { a: {} } } })
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what this is about
  echo(a: any, context: ToolContext): string {
    return `${String(a)} ${String(context instanceof ToolContext)}`;
  }
}

test("the arguments of call are those of the method, less context and signal", async () => {
  // Refused by the compiler where one of the types is another.
  const unlike: [Unlike] extends [never] ? true : Unlike = true;
  expect(unlike).toBe(true);

  const set = toolSet(new Mixed());
  expect(await set.call("join", 1, "a", "b")).toBe("1 true a b");
  expect(await set.call("echo", "x")).toBe("x true");
  // @ts-expect-error -- a signal is given by the framework, not by the caller
  await set.call("join", 1, new AbortController().signal).catch(() => undefined);
});
