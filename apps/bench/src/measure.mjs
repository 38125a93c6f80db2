// Interleaved rounds: every subject runs once a round, in an order that turns from round to round, so that a drift of
// the machine's speed hits all alike. Figures are ratios to the first subject, round by round; times only show the scale.
// A forced collection also throws away compiled code whose shapes of objects nothing holds just then: half a round's work,
// unmeasured, brings it back, or the rounds would time the compiler.
import { performance } from "node:perf_hooks";

const wall = () => performance.now() * 1000;

/** For work that waits for nothing: what else runs on the machine does not count. */
export const processor = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/**
 * @param {Record<string, (n: number) => Promise<void> | void>} subjects the first is what the others are compared with
 * @param {{ rounds?: number, n: number, clock?: () => number }} options n: how often a subject does its work in one
 * round; clock: in microseconds
 * @returns {Promise<{ name: string, micros: number, ratio: number, low: number, high: number }[]>}
 */
export async function measure(subjects, { rounds = 15, n, clock = wall }) {
  const names = Object.keys(subjects);
  for (const name of names) await subjects[name](n);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(round + at) % names.length];
      globalThis.gc?.();
      await subjects[name](Math.ceil(n / 2));
      const begin = clock();
      await subjects[name](n);
      times[name].push((clock() - begin) / n);
    }
  }
  return spread(times);
}

/** Medians, and ratios to the first subject, of measurements that were taken round by round. */
export function spread(times) {
  const names = Object.keys(times);
  const base = times[names[0]];
  return names.map((name) => {
    const ratios = times[name].map((time, round) => time / base[round]).sort((a, b) => a - b);
    return {
      name,
      micros: median(times[name]),
      ratio: median(ratios),
      low: ratios[Math.floor(ratios.length * 0.1)],
      high: ratios[Math.ceil(ratios.length * 0.9) - 1],
    };
  });
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
