import { fileURLToPath } from "node:url";
import type { Place } from "../errors";

const DEPTH = 24;

/** As far as helpers of compilers and the metadata polyfill stand above the user's file: each frame costs time. */
const NEAR = 8;

/** A recorded stack. Its text is made when it is first read, and once: so there are two. */
export interface Site {
  /** Shows sources where somebody maps stacks: node's `--enable-source-maps`, source-map-support, ts-jest. */
  stack?: string;
  /** To be read as it is, without maps. */
  unmapped: { stack?: string };
}

/** Record the stack above `above`, without formatting it. */
export function captureSite(above: (...args: never[]) => unknown): Site {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = DEPTH;
  const site: Site = { unmapped: {} };
  Error.captureStackTrace(site, above);
  Error.stackTraceLimit = NEAR;
  Error.captureStackTrace(site.unmapped, above);
  Error.stackTraceLimit = limit;
  return site;
}

// Between a decorator and the class's file stand this package, the metadata polyfill, and compilers' helpers.
const BETWEEN =
  /[\\/]node_modules[\\/](?:reflect-metadata|tslib|@swc[\\/]helpers|@babel[\\/]runtime|core-js)[\\/]/;

/** The user's frames of a recorded stack, innermost first. Line numbers of decorators are only near the truth. */
export function framesOf(site: { stack?: string }): Required<Place>[] {
  return (site.stack ?? "").split("\n").flatMap((line) => {
    const frame = parseFrame(line);
    return frame && !BETWEEN.test(frame.file) && !isOwn(frame.file) ? [frame] : [];
  });
}

/** The file of the user's that was loaded there, which a mapped stack does not show. */
export function loadedFile({ unmapped }: Site): string | undefined {
  const before = Error.prepareStackTrace;
  // Whoever maps stacks leaves those alone that have a formatter of their own.
  Error.prepareStackTrace = (_, calls) => calls.map((call) => `    at ${String(call)}`).join("\n");
  try {
    return framesOf(unmapped)[0]?.file;
  } finally {
    Error.prepareStackTrace = before;
  }
}

/** Where the user's code called into this package, for an error that is about to be thrown. */
export function placeOf(above: (...args: never[]) => unknown): Place | undefined {
  return framesOf(captureSite(above))[0];
}

/** `at fn (file:1:2)`, `at file:1:2`; a path may itself hold brackets: `app/(shop)/orders.ts`. */
const FRAME = /^\s*at (?:.*? \()?(?:async )?((?:file:\/\/|[A-Za-z]:[\\/]|\/).*?):(\d+):\d+\)?$/;

/** Code made from a string: the file stands beside it, and is not its own. */
const FROM_STRING = /<anonymous>:\d+:\d+\)?$/;

function parseFrame(line: string): Required<Place> | undefined {
  const match = FROM_STRING.test(line) ? null : FRAME.exec(line);
  if (!match) return undefined;
  const [, path = "", number] = match;
  return { file: path.startsWith("file://") ? fileURLToPath(path) : path, line: Number(number) };
}

// Sources and output: with source maps on, a frame of this package's output shows as its source. A bundle has neither,
// and one that is an ES module has no file name.
const OWN =
  typeof __filename === "string"
    ? /^(.*[\\/])(?:src|dist)[\\/]declare[\\/]/.exec(__filename)?.[1]
    : undefined;

function isOwn(file: string): boolean {
  return OWN !== undefined && /^(?:src|dist)[\\/]/.test(file.startsWith(OWN) ? file.slice(OWN.length) : "");
}
