import type { ToolContext } from "../dispatch/tool-context";

// `any` in these types stands for "whatever the user's method has": `unknown` and `never` would not match it.
/* eslint-disable @typescript-eslint/no-explicit-any */

type Method = (...args: any[]) => any;

/** The names of an object's methods. Which of them are tools, types cannot tell: `call` checks it. */
export type ToolMethod<T> = { [K in keyof T]: T[K] extends Method ? K : never }[keyof T] & string;

/** Whether a parameter is given by the framework. */
type IsGiven<P> = [P] extends [never] ? false : [P] extends [ToolContext<any> | AbortSignal] ? true : false;

/** A parameter list without what the framework gives. */
type WithoutGiven<P extends readonly unknown[]> = P extends []
  ? []
  : P extends readonly [infer Head, ...infer Tail]
    ? IsGiven<NonNullable<Head>> extends true
      ? WithoutGiven<Tail>
      : [Head, ...WithoutGiven<Tail>]
    : P extends readonly [_?: infer Head, ...rest: infer Tail]
      ? number extends P["length"]
        ? P extends readonly (infer Item)[]
          ? Tail extends P
            ? Item[]
            : [_?: Head, ...rest: WithoutGiven<Tail>]
          : never
        : IsGiven<NonNullable<Head>> extends true
          ? WithoutGiven<Tail>
          : [_?: Head, ...rest: WithoutGiven<Tail>]
      : P;

/** The arguments of a tool as code passes them: those of the method, less `ToolContext` and `AbortSignal`. */
export type ToolArguments<T, K extends keyof T> = T[K] extends (...args: infer P) => any
  ? WithoutGiven<P>
  : never;

/** What a tool gives: the method's result, awaited. */
export type ToolReturn<T, K extends keyof T> = T[K] extends (...args: any[]) => infer R ? Awaited<R> : never;
