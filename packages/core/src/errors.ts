/** Where something stands in the user's sources. */
export interface Place {
  file: string;
  line?: number;
}

export interface SkillsErrorOptions {
  place?: Place;
  /** One sentence: the way out. */
  help?: string;
  cause?: unknown;
}

/**
 * Every error that this project throws on purpose: a stable `code` (a page of docs/errors), what went wrong,
 * where, and the way out.
 */
export class SkillsError extends Error {
  readonly code: string;
  readonly place?: Place;
  readonly help?: string;
  /** The message without code, place and help: what a model may read. */
  readonly plainMessage: string;

  constructor(code: string, message: string, options: SkillsErrorOptions = {}) {
    super(render(code, message, options), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.plainMessage = message;
    this.place = options.place;
    this.help = options.help;
  }
}

function render(code: string, message: string, { place, help }: SkillsErrorOptions): string {
  const where = place
    ? `\n  at ${place.file}${place.line === undefined ? "" : `:${String(place.line)}`}`
    : "";
  return `${code}: ${message}${where}${help ? `\n  help: ${help}` : ""}`;
}
