/**
 * The signature of what the model sends and wants back unchanged. It is made of the content alone, so that a
 * conversation can be resumed with another scripted model, in another process.
 */
export function signatureOf(content: unknown): string {
  const { createHash } = require("node:crypto") as typeof import("node:crypto");
  return `sig_${createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 32)}`;
}

export function isSignatureOf(signature: unknown, content: unknown): boolean {
  return content !== undefined && signature === signatureOf(content);
}

/** A recorded conversation has signatures that only the API can check: one of their form is believed. */
export function mayBeTheApis(signature: unknown): boolean {
  return typeof signature === "string" && /^[\w+/-]{64,}={0,2}$/.test(signature);
}
