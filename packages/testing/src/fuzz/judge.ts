import type * as Ajv from "ajv/dist/2020";
import type * as Formats from "ajv-formats";
import { schemaOf, type Schema } from "./schema";

/** Whether values fit a schema: a second opinion, which shares nothing with the dispatch under test but ajv. */
export class Judge {
  private readonly ajv: Ajv.Ajv2020;
  private readonly compiled = new Map<string, ((value: unknown) => boolean) | undefined>();

  constructor(private readonly root: Schema) {
    const { Ajv2020 } = require("ajv/dist/2020") as typeof Ajv;
    const { default: addFormats } = require("ajv-formats") as typeof Formats;
    this.ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
    addFormats(this.ajv);
  }

  accepts(value: unknown): boolean {
    return this.fits(this.root, value);
  }

  /** Of a part of the schema. One that cannot be judged by itself fits nothing. */
  fits(part: unknown, value: unknown): boolean {
    const schema = schemaOf(part);
    const key = JSON.stringify(schema);
    if (!this.compiled.has(key)) this.compiled.set(key, this.compile(schema));
    return this.compiled.get(key)?.(value) ?? false;
  }

  private compile(schema: Schema): ((value: unknown) => boolean) | undefined {
    try {
      const { $defs, definitions } = this.root;
      return this.ajv.compile({
        ...($defs ? { $defs } : {}),
        ...(definitions ? { definitions } : {}),
        ...schema,
        $id: undefined,
      });
    } catch (error) {
      if (schema === this.root) throw error;
      return undefined;
    }
  }
}
