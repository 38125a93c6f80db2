import { SkillsError, type Place } from "../errors";
import { preview } from "../validate/words";

/** What the API accepts as a tool's name. */
const WIRE_NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/**
 * A tool's name as requests have it. Dots namespace declared names (`Stripe.CreateRefund`); the API refuses them, so they
 * become `__` there. Whatever goes by a tool's name compares this form: a call may use either name.
 */
export function wireForm(name: string): string {
  return name.replaceAll(".", "__");
}

/**
 * The name a tool has on the wire.
 *
 * @throws SkillsError S103 where no wire name comes of it
 */
export function wireName(declared: string, place?: () => Place | undefined): string {
  const name = typeof declared === "string" ? wireForm(declared) : undefined;
  if (name !== undefined && WIRE_NAME.test(name)) return name;
  throw new SkillsError("S103", `${preview(declared, 200)} cannot be the name of a tool: ${whyNot(name)}`, {
    place: place?.(),
    help: "use 1 to 128 of the characters A-Z a-z 0-9 _ - (and dots between namespaces)",
  });
}

/** JavaScript gives anything. */
function whyNot(name: string | undefined): string {
  if (name === undefined) return "it is no text";
  if (name === "") return "it is empty";
  if (name.length > 128) return `it has ${String(name.length)} characters on the wire, more than 128`;
  const bad = [...name].find((character) => !/[a-zA-Z0-9_-]/.test(character));
  return `the API refuses the character ${JSON.stringify(bad)}`;
}
