import type { Arbitrary } from "fast-check";
import type { Fc } from "./load";
import type { Schema } from "./schema";

/** Texts of a string schema: of its format, else of its pattern, else of its length. */
export function stringsOf(fc: Fc, schema: Schema): Arbitrary<string> {
  const formatted = typeof schema.format === "string" ? formatOf(fc, schema.format) : undefined;
  if (formatted !== undefined) return formatted;
  const patterned = typeof schema.pattern === "string" ? matching(fc, schema.pattern) : undefined;
  if (patterned !== undefined) return patterned;
  const minLength = count(schema.minLength);
  const maxLength = count(schema.maxLength);
  // JSON Schema counts code points, as this unit does; lone surrogates are no JSON.
  return fc.oneof(
    fc.string({ unit: "binary", minLength, maxLength }),
    fc.string({ unit: "grapheme-ascii", minLength, maxLength }),
  );
}

function count(value: unknown): number | undefined {
  return typeof value === "number" ? Math.ceil(value) : undefined;
}

/** Undefined: fast-check cannot read the expression (lookarounds, back references). */
export function matching(fc: Fc, pattern: string): Arbitrary<string> | undefined {
  for (const flags of ["u", ""]) {
    try {
      return fc.stringMatching(new RegExp(pattern, flags));
    } catch {
      continue;
    }
  }
  return undefined;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** The formats of draft 2020-12 that name a finite grammar; undefined: any text. */
function formatOf(fc: Fc, format: string): Arbitrary<string> | undefined {
  const dates = (): Arbitrary<string> =>
    fc
      .date({
        min: new Date("0001-01-01T00:00:00Z"),
        max: new Date("9999-12-31T23:59:59Z"),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString());
  const zones = (): Arbitrary<string> => fc.constantFrom("Z", "+00:00", "+02:00", "-11:30");
  switch (format) {
    case "date":
      return dates().map((text) => text.slice(0, 10));
    case "date-time":
    case "iso-date-time":
      return fc.tuple(dates(), zones()).map(([text, zone]) => text.replace("Z", zone));
    case "time":
    case "iso-time":
      return fc
        .tuple(fc.nat(23), fc.nat(59), fc.nat(59), zones())
        .map(([hour, minute, second, zone]) => `${two(hour)}:${two(minute)}:${two(second)}${zone}`);
    case "duration":
      return fc
        .tuple(fc.nat(99), fc.nat(59), fc.nat(59))
        .map(([days, hours, minutes]) => `P${String(days)}DT${String(hours)}H${String(minutes)}M`);
    case "email":
      return fc.emailAddress();
    case "uri":
    case "url":
    case "uri-reference":
      return fc.webUrl();
    case "hostname":
      return fc.domain();
    case "ipv4":
      return fc.ipV4();
    case "ipv6":
      return fc.ipV6();
    case "uuid":
      return fc.uuid();
    case "json-pointer":
      return fc
        .array(fc.stringMatching(/^[a-z0-9]{1,5}$/))
        .map((steps) => steps.map((step) => `/${step}`).join(""));
    case "regex":
      return fc.constantFrom("^a+$", "[0-9]{3}", ".*", "(x|y)?z");
    case "byte":
      return fc.base64String();
    default:
      return undefined;
  }
}
