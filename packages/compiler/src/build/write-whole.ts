import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import type { Output } from "./builder";

const BLOCK = 1 << 20;

/** Writes a file piece by piece. A reader sees the old file or the new one; one that is right already keeps its time. */
export function writeWhole(path: string, pieces: Iterable<string>): Output {
  const part = `${path}.${String(process.pid)}.part`;
  try {
    const { bytes, hash } = writePieces(part, pieces);
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size !== bytes || hashOfFile(path) !== hash) renameSync(part, path);
    return { path, bytes };
  } finally {
    rmSync(part, { force: true });
  }
}

function writePieces(path: string, pieces: Iterable<string>): { bytes: number; hash: string } {
  const file = openSync(path, "w");
  const hash = newHash();
  let bytes = 0;
  try {
    let block = "";
    const flush = (): void => {
      const content = Buffer.from(block);
      for (let written = 0; written < content.length;) written += writeSync(file, content, written);
      hash.update(content);
      bytes += content.length;
      block = "";
    };
    for (const piece of pieces) {
      block += piece;
      if (block.length >= BLOCK) flush();
    }
    flush();
  } finally {
    closeSync(file);
  }
  return { bytes, hash: hash.digest("hex") };
}

function hashOfFile(path: string): string {
  const file = openSync(path, "r");
  const hash = newHash();
  const block = Buffer.alloc(BLOCK);
  try {
    for (let read; (read = readSync(file, block)) > 0;) hash.update(block.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}

function newHash(): Hash {
  return createHash("sha256");
}
