import type ts from "typescript";
import { knownCause } from "./causes";
import { differences, type Difference } from "./compare";
import { withoutLostLimits } from "./lost-limits";
import { objectParts } from "./objects";
import { accountedFor, withoutRef, type Account, type Evidence, type Place } from "./place";
import type { Reason } from "./reasons";
import { elementParts, unionParts } from "./parts";

/** Why two schemas differ, and where that is not known. Both are empty where they take the same values. */
export interface Explanation {
  reasons: { path: string; reason: Reason }[];
  unexplained: Difference[];
}

/**
 * Finds the known cause of every difference at a place and below it. Where the other generator is known to be wrong
 * it is asked for the parts one by one, so that these are compared all the same.
 */
export function explain(start: Place, known: Omit<Evidence, "isExplained">): Explanation {
  return new Explainer(known).explain(start);
}

class Explainer {
  /** Of named types, by the name of our schema; undefined while they are looked at, further up. */
  private readonly judged = new Map<ts.Type, Map<string, Explanation | undefined>>();
  private readonly evidence: Evidence;

  constructor(known: Omit<Evidence, "isExplained">) {
    this.evidence = { ...known, isExplained: (place) => !this.judge(place)?.unexplained.length };
  }

  explain(place: Place): Explanation {
    const { reasons, unexplained } = this.judge(place) ?? NOTHING;
    return { reasons: distinct(reasons), unexplained: distinct(unexplained) };
  }

  /** Undefined inside of a recursive type, for what is judged around it. */
  private judge(place: Place): Explanation | undefined {
    const found = differences(place.ours, place.theirs);
    if (found.length === 0) return NOTHING;
    const name = place.ours.$ref;
    if (typeof name !== "string") return this.inner(place, found);
    const known = this.judged.get(place.type) ?? new Map<string, Explanation | undefined>();
    this.judged.set(place.type, known);
    if (known.has(name)) return known.get(name);
    known.set(name, undefined);
    const explanation = this.inner(resolvedPlace(place), found);
    known.set(name, explanation);
    return explanation;
  }

  private inner(place: Place, found: readonly Difference[]): Explanation | undefined {
    const left = withoutLostLimits(place, this.evidence);
    const account = left
      ? accountedFor(place, "limits", [{ ...place, ours: left }])
      : this.account(resolvedPlace(place));
    const parts = account?.parts.map((part) => this.judge(part)) ?? [];
    const all = [account, ...parts].filter((each) => each !== undefined);
    const reasons = all.flatMap((each) => each.reasons);
    const unexplained = all.flatMap((each) => each.unexplained);
    if (reasons.length + unexplained.length > 0) return { reasons, unexplained };
    // Nothing was found for it: it is not explained, unless it is all in what is judged further up.
    if (parts.includes(undefined)) return undefined;
    return { reasons, unexplained: found.map((each) => below(place.path, each)) };
  }

  private account(place: Place): Account | undefined {
    for (const look of [knownCause, unionParts, elementParts, objectParts]) {
      const account = look(place, this.evidence);
      if (account) return withFailure(place, account);
    }
    return undefined;
  }
}

/** That it fails is told at the innermost place: around that, it fails because of it. */
function withFailure(place: Place, account: Account): Account {
  const isHere = typeof place.theirs === "string" && account.reasons.length === 0;
  if (!isHere || account.parts.some(({ theirs }) => typeof theirs === "string")) return account;
  return { ...account, reasons: [{ path: place.path, reason: "failures" }] };
}

function resolvedPlace(place: Place): Place {
  const { ours, theirs } = place;
  return {
    ...place,
    ours: withoutRef(ours),
    theirs: typeof theirs === "string" ? theirs : withoutRef(theirs),
  };
}

const NOTHING: Explanation = { reasons: [], unexplained: [] };

/** The same type may stand in several places: it is told of at the first. */
function distinct<Told extends object>(told: readonly Told[]): Told[] {
  return [...new Map(told.map((each) => [JSON.stringify(each), each])).values()];
}

function below(path: string, { path: inner, what }: Difference): Difference {
  const joint = path === "" || inner === "" || inner.startsWith("[") ? "" : ".";
  return { path: path + joint + inner, what };
}
