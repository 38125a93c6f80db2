import { SkillsError } from "@skills/core/errors";
import type * as FastCheck from "fast-check";

/** The whole module, as its users have it. */
export type Fc = typeof FastCheck;

/**
 * fast-check is an optional peer: a test that fuzzes nothing does not pay for it.
 * @throws SkillsError S506 where it is not installed
 */
export function loadFastCheck(what: string): Fc {
  try {
    return require("fast-check") as Fc;
  } catch (cause) {
    throw new SkillsError("S506", `${what} needs the package fast-check, which could not be loaded`, {
      help: "install fast-check as a development dependency",
      cause,
    });
  }
}
