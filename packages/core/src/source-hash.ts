/** As `Manifest.sources` holds it: 16 hexadecimal digits. */
export function sourceHash(text: Uint8Array): string {
  // Loaded when a built manifest is found: nothing else needs it, and it is the dearest of Node's own modules.
  const { createHash } = require("node:crypto") as typeof import("node:crypto");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
