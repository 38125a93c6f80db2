import { SkillsError } from "@skills/core/errors";
import { readFileSync } from "node:fs";
import { isUtf8 } from "node:buffer";
import { isObject } from "../wire/shapes";

/** The version of the files' form. */
export const CASSETTE_VERSION = 1;

/** A recorded conversation: a JSON file that is made to be read in review, one line of text a line. */
export interface Cassette {
  cassette: typeof CASSETTE_VERSION;
  exchanges: Exchange[];
}

export interface Exchange {
  request: RecordedRequest;
  response: RecordedResponse;
}

export interface RecordedRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** Those that the API's answer depends on; never a key. */
  headers: Record<string, string>;
  /** The body, where it is JSON; a text otherwise; absent where there is none. */
  body?: unknown;
}

export interface RecordedResponse {
  status: number;
  headers: Record<string, string>;
  /** A body that came as JSON in one piece. */
  body?: unknown;
  /** Any other body, in the pieces in which it came. */
  chunks?: Chunk[];
}

/** A piece of text as its lines; bytes that are no text (a piece may end inside a character) as base64. */
export type Chunk = string[] | { base64: string };

export function chunkOf(bytes: Uint8Array): Chunk {
  const buffer = Buffer.from(bytes);
  return isUtf8(buffer) ? buffer.toString("utf8").split("\n") : { base64: buffer.toString("base64") };
}

export function bytesOf(chunk: Chunk): Buffer {
  return Array.isArray(chunk) ? Buffer.from(chunk.join("\n")) : Buffer.from(chunk.base64, "base64");
}

/** A body that JSON gives back byte for byte is kept as JSON; any other in its pieces. */
export function bodyOf(pieces: readonly Uint8Array[]): Pick<RecordedResponse, "body" | "chunks"> {
  const text = Buffer.concat(pieces).toString("utf8");
  if (text === "") return {};
  const value = parsed(text);
  return value !== undefined && JSON.stringify(value) === text
    ? { body: value }
    : { chunks: pieces.map(chunkOf) };
}

/** The pieces in which a recorded body is sent. */
export function piecesOf({ body, chunks }: RecordedResponse): Buffer[] {
  if (chunks !== undefined) return chunks.map(bytesOf);
  return body === undefined ? [] : [Buffer.from(JSON.stringify(body))];
}

/** Undefined: it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** @throws SkillsError S512 where the file is not there, or is no cassette of this version */
export function readCassette(file: string): Cassette {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new SkillsError("S512", "the cassette cannot be read", {
      place: { file },
      help: "record it first: record({ target, file })",
      cause,
    });
  }
  const value = parsed(text);
  const exchanges: unknown =
    isObject(value) && value.cassette === CASSETTE_VERSION ? value.exchanges : undefined;
  if (Array.isArray(exchanges) && exchanges.every(isExchange)) return value as Cassette;
  throw new SkillsError("S512", `the file is no cassette of version ${String(CASSETTE_VERSION)}`, {
    place: { file },
    help: "record it again",
  });
}

function isExchange(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { request, response } = value;
  return (
    isObject(request) &&
    typeof request.method === "string" &&
    typeof request.path === "string" &&
    isObject(request.headers) &&
    isObject(response) &&
    Number.isInteger(response.status) &&
    isObject(response.headers)
  );
}
