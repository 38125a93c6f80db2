import { problem } from "../diagnostics";
import type { ParsedFrontmatter } from "./entries";
import { quoteProse } from "./recover";
import { parseSimple } from "./simple";

/** Characters of a frontmatter. The longest of thousands of public ones are far below. */
const MOST_CHARACTERS = 32_768;
/** `? ` begins a key; nested, they cost the parser exponential time. */
const MOST_EXPLICIT_KEYS = 32;

/** The fields of a frontmatter, whatever it holds: never throws. */
export function parseFrontmatter(text: string): ParsedFrontmatter {
  const simple = parseSimple(text);
  if (simple) return { entries: simple, problems: [] };
  if (text.length > MOST_CHARACTERS || (text.match(/\?\s/g)?.length ?? 0) > MOST_EXPLICIT_KEYS) {
    const help = "keep what is said of a skill short, and move the rest below the second ---";
    return { problems: [problem("error", "S607", "the frontmatter is too long or too nested", help)] };
  }
  // Loaded when it is needed: few skills need a parser that costs more to load than a hundred of them to read.
  const { parseYaml } = require("./yaml") as typeof import("./yaml");
  const parsed = parseYaml(text);
  if (parsed.entries) return parsed;
  const mended = quoteProse(text);
  const again = mended.lines.length === 0 ? parsed : parseYaml(mended.text);
  if (!again.entries) return parsed;
  const warnings = mended.lines.map((line) =>
    problem(
      "warning",
      "S610",
      "this text is no YAML as it stands; it was read as if it were in quotes",
      'put the whole value in quotes: description: "Use when: …"',
      line,
    ),
  );
  return { entries: again.entries, problems: [...warnings, ...again.problems] };
}
