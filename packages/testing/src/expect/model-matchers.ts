import type { ExpectedCall } from "./matchers";

/**
 * The types of the matchers. Jest's are extended by `@skills/testing/jest`; for vitest say, in a file of your own,
 * `declare module "vitest" { interface Matchers<T = any> extends ModelMatchers<T> {} }`.
 */
export interface ModelMatchers<R> {
  /** A call of this name; of this whole input, where one is given (asymmetric matchers work). */
  toHaveCalledTool(name: string, input?: unknown): R;
  /** These calls in this order; others may stand between them. */
  toHaveCalledToolsInOrder(calls: readonly ExpectedCall[]): R;
  /** An error result; of this tool, and with this text in it, where they are given. */
  toHaveToolError(name?: string, text?: string | RegExp): R;
  /** The scripted model was played as written. */
  toBeComplete(): R;
  /** The transcript is the one in the snapshot file, ids and times aside. Of a model: its last conversation. */
  toMatchTranscript(hint?: string): R;
}
