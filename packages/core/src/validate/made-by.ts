/**
 * What writes ready-compiled validators, and what they need again when they run: their code is ajv's of one version, and
 * is called as one version of this package calls it.
 */
export function madeBy(): string {
  const core = require("../../package.json") as { version: string };
  const ajv = require("ajv/package.json") as { version: string };
  return `@skills/core ${core.version} with ajv ${ajv.version}`;
}
