import { createHash } from "node:crypto";

/** As `Manifest.sources` holds it: 16 hexadecimal digits. */
export function sourceHash(text: Uint8Array): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
