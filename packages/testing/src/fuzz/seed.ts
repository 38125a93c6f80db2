import type { Fc } from "./load";

/** The seed that is given, or that fast-check is configured with for all its runs, or a new one of 31 bits, as its own. */
export function seedOf(fc: Fc, given: number | undefined): number {
  return given ?? fc.readConfigureGlobal().seed ?? (Date.now() ^ (Math.random() * 0x100000000)) & 0x7fffffff;
}
