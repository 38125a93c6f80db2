import { styleText } from "node:util";

/** What a command says, and to whom: the terminal of a user, a pipe, or a test. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Whether what goes out may be coloured. */
  colour: boolean;
  /** Whether somebody watches: long work says what it does. */
  isWatched: boolean;
  /** All of standard input. */
  stdin(): string;
}

type Style = Parameters<typeof styleText>[0];

/** Text in a style, where colours are wanted. */
export function styled({ colour }: Io, style: Style, text: string): string {
  // Whether the stream takes colours is decided already.
  return colour ? styleText(style, text, { validateStream: false }) : text;
}

export function printJson(io: Io, value: unknown): void {
  io.out(`${JSON.stringify(value, null, 2)}\n`);
}

/** One line on a terminal that says what is being done; it is gone when the work is. */
export function progress(io: Io): { step(what: string): void; end(): void } {
  if (!io.isWatched) return { step: () => {}, end: () => {} };
  const clear = "\r\u001b[K";
  return {
    step(what) {
      io.err(`${clear}${what} …`);
    },
    end() {
      io.err(clear);
    },
  };
}
