import type { ExplainedDifference, SecondOpinions } from "@skills/compiler";
import { styled, type Io } from "./io";

/** Places that stand for all others of a reason; `--json` has every one. */
const MOST_PLACES = 3;

/**
 * What typescript-json-schema made of all parameters, and each known reason for which it differs, with places. The
 * differences that have none are warnings and were told as such.
 */
export function printSecondOpinions(
  io: Io,
  { compared, alike, explained, diagnostics }: SecondOpinions,
): void {
  const open = diagnostics.length;
  const known = compared - alike - open;
  io.out(
    `typescript-json-schema, asked for ${counted(compared, "parameter")}: ${String(alike)} alike, ` +
      `${String(known)} different for known reasons, ${String(open)} without one.\n`,
  );
  const reasons = [...new Set(explained.map(({ why }) => why))].map((why) => ({
    why,
    found: explained.filter((each) => each.why === why),
  }));
  for (const { why, found } of reasons.sort((a, b) => b.found.length - a.found.length)) {
    io.out(`\n  ${counted(found.length, "place")}: ${why}\n`);
    io.out(`  ${styled(io, "gray", placesOf(found))}\n`);
  }
}

function placesOf(found: readonly ExplainedDifference[]): string {
  const shown = found.slice(0, MOST_PLACES).map(({ class: name, method, parameter = "", path }) => {
    const joint = path === "" || path.startsWith("[") || path.startsWith(".") ? "" : ".";
    return `${[name, method].filter(Boolean).join(".")}(${parameter}${joint}${path})`;
  });
  const more = found.length - shown.length;
  return shown.join(", ") + (more > 0 ? `, and ${String(more)} more` : "");
}

function counted(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}
