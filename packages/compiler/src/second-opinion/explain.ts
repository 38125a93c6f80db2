import { knownCause } from "./causes";
import { differences, type Difference } from "./compare";
import { withoutLostLimits } from "./lost-limits";
import { objectParts } from "./objects";
import { withoutRef, type Account, type Evidence, type Place } from "./place";
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
  private readonly open: Pick<Place, "type" | "ours">[] = [];
  private readonly evidence: Evidence;

  constructor(known: Omit<Evidence, "isExplained">) {
    this.evidence = { ...known, isExplained: (place) => this.explain(place).unexplained.length === 0 };
  }

  explain(place: Place): Explanation {
    const found = differences(place.ours, place.theirs);
    // What is compared further up, around a recursive type, is not compared again.
    if (found.length === 0 || this.open.some((other) => isSame(other, place)))
      return { reasons: [], unexplained: [] };
    this.open.push(place);
    const explanation = this.inner(resolvedPlace(place), found);
    this.open.pop();
    return explanation;
  }

  private inner(place: Place, found: readonly Difference[]): Explanation {
    const left = withoutLostLimits(place, this.evidence);
    if (left) {
      const rest = this.explain({ ...place, ours: left });
      return { ...rest, reasons: [{ path: place.path, reason: "limits" }, ...rest.reasons] };
    }
    const account = this.account(place);
    if (!account) return { reasons: [], unexplained: found.map((each) => below(place.path, each)) };
    const parts = account.parts.map((part) => this.explain(part));
    return {
      reasons: [...account.reasons, ...parts.flatMap(({ reasons }) => reasons)],
      unexplained: [...account.unexplained, ...parts.flatMap(({ unexplained }) => unexplained)],
    };
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

function isSame(a: Pick<Place, "type" | "ours">, b: Pick<Place, "type" | "ours">): boolean {
  return a.type === b.type && a.ours.$ref !== undefined && a.ours.$ref === b.ours.$ref;
}

function below(path: string, { path: inner, what }: Difference): Difference {
  const joint = path === "" || inner === "" || inner.startsWith("[") ? "" : ".";
  return { path: path + joint + inner, what };
}
