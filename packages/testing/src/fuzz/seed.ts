/** A seed of 31 bits, as fast-check's own. */
export function newSeed(): number {
  return (Date.now() ^ (Math.random() * 0x100000000)) & 0x7fffffff;
}
