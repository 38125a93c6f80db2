import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Why a file was not read: an error of the system, no regular file (a device, a pipe, a folder), or too large. */
export class UnreadableFile {
  constructor(
    readonly reason: "missing" | "unreadable" | "irregular" | "large",
    readonly detail: string,
  ) {}
}

/**
 * The bytes of a regular file of at most `limit` bytes. Nothing that could block is waited for: a pipe or a device
 * is opened without blocking, and not read.
 * @param scratch where the bytes are put if there is room; who gives it is done with one file before the next
 */
export function readLimited(file: string, limit: number, scratch?: Buffer): Buffer | UnreadableFile {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(descriptor);
    if (!stats.isFile())
      return new UnreadableFile("irregular", stats.isDirectory() ? "a folder" : "no regular file");
    if (stats.size > limit) return new UnreadableFile("large", `${String(stats.size)} bytes`);
    const hasRoom = scratch !== undefined && scratch.length > stats.size;
    return readAll(descriptor, hasRoom ? scratch : Buffer.allocUnsafe(stats.size + 1), stats.size, limit);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    return new UnreadableFile(code === "ENOENT" ? "missing" : "unreadable", code || message);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Files of some file systems give more bytes than their size says: read to the end, and no further than the limit. */
function readAll(descriptor: number, into: Buffer, size: number, limit: number): Buffer | UnreadableFile {
  let buffer = into;
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += read;
    if (length > limit) return new UnreadableFile("large", `more than ${String(limit)} bytes`);
    // As many as it should have, with room for more: that was the end, and need not be asked for.
    if (read === 0 || (length === size && size > 0)) return buffer.subarray(0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(length * 2, limit + 1));
  }
}
