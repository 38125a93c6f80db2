import type { ToolContext } from "../dispatch/tool-context";

// `any` in these types stands for "whatever the user's method has": `unknown` and `never` would not match it.
/* eslint-disable @typescript-eslint/no-explicit-any */

type Method = (...args: any[]) => any;

/**
 * The names of an object's methods. Which of them are tools, types cannot tell: `call` checks it. As keys of a type, so
 * that the compiler's message about another name lists them.
 */
export type ToolMethod<T> = keyof { [K in keyof T as T[K] extends Method ? K & string : never]: true };

type IsAny<P> = 0 extends 1 & P ? true : false;

/** Whether a parameter is given by the framework. */
type IsGiven<P> =
  IsAny<P> extends true
    ? false
    : [P] extends [never]
      ? false
      : [P] extends [ToolContext<any> | AbortSignal]
        ? true
        : false;

type HasGiven<P extends readonly unknown[]> = true extends {
  [I in keyof P]: IsGiven<NonNullable<P[I]>>;
}[number]
  ? true
  : false;

/** A parameter list without what the framework gives. Where that stands last, or is not there, names are kept. */
type WithoutGiven<P extends readonly unknown[]> =
  HasGiven<P> extends false
    ? P
    : P extends readonly [...infer Others, infer Last]
      ? IsGiven<NonNullable<Last>> extends true
        ? WithoutGiven<Others>
        : WithoutHeads<P>
      : WithoutHeads<P>;

/** The same, parameter by parameter: TypeScript then forgets their names. */
type WithoutHeads<P extends readonly unknown[]> = P extends []
  ? []
  : P extends readonly [infer Head, ...infer Tail]
    ? IsGiven<NonNullable<Head>> extends true
      ? WithoutHeads<Tail>
      : [Head, ...WithoutHeads<Tail>]
    : IsList<P> extends true
      ? P
      : P extends readonly [_?: infer Head, ...rest: infer Tail]
        ? IsGiven<NonNullable<Head>> extends true
          ? WithoutHeads<Tail>
          : [_?: Head, ...rest: WithoutHeads<Tail>]
        : P;

/** Whether nothing but a rest parameter is left: what is behind its first element is the same list. */
type IsList<P extends readonly unknown[]> = P extends readonly [_?: unknown, ...rest: infer Tail]
  ? [P, Tail] extends [Tail, P]
    ? number extends P["length"]
      ? true
      : false
    : false
  : false;

/** The arguments of a tool as code passes them: those of the method, less `ToolContext` and `AbortSignal`. */
export type ToolArguments<T, K extends keyof T> = T[K] extends (...args: infer P) => any
  ? WithoutGiven<P>
  : never;

/** What a tool gives: the method's result, awaited. */
export type ToolReturn<T, K extends keyof T> = T[K] extends (...args: any[]) => infer R ? Awaited<R> : never;
