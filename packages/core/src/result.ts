import { store } from "./store";

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Err<E> {
  readonly ok: false;
  readonly error: E;
}

/** The outcome of something that can fail in a way its caller is meant to handle. A tool may return one. */
export type Result<T, E = Error> = Ok<T> | Err<E>;

export function ok<T>(value: T): Ok<T> {
  return made({ ok: true, value });
}

export function err<E>(error: E): Err<E> {
  return made({ ok: false, error });
}

/** The value of a success. @throws the error of a failure */
export function unwrap<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw result.error;
}

/** Marked beside the object, so that data which only looks like a `Result` stays data. */
export function isResult(value: unknown): value is Result<unknown, unknown> {
  return typeof value === "object" && value !== null && store.results.has(value);
}

function made<R extends object>(result: R): R {
  store.results.add(result);
  return result;
}
