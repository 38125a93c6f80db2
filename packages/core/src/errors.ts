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
  declare readonly place?: Place;
  declare readonly help?: string;
  /** The message without code, place and help: what a model may read. */
  declare readonly plainMessage: string;

  constructor(code: string, message: string, options: SkillsErrorOptions = {}) {
    super(render(code, message, options), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    const { place, help } = options;
    // Not enumerable: where an error is printed, its message says them.
    for (const [name, value] of Object.entries({ plainMessage: message, place, help }))
      Object.defineProperty(this, name, { value });
  }
}

function render(code: string, message: string, { place, help }: SkillsErrorOptions): string {
  const where = place
    ? `\n  at ${place.file}${place.line === undefined ? "" : `:${String(place.line)}`}`
    : "";
  return `${code}: ${message}${where}${help ? `\n  help: ${help}` : ""}`;
}
