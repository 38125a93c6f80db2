import { isMap, isScalar, isSeq, LineCounter, parseDocument, Scalar, Schema, type YAMLMap } from "yaml";
import { problem, type Problem } from "../diagnostics";
import { FIRST_LINE, type Entry, type ParsedFrontmatter } from "./entries";

const MOST_ALIASES = 50;

// Without tags of its own: nothing but JSON's types comes out. Made once: it costs as much as parsing a short text.
const SCHEMA = new Schema({ schema: "core", merge: false, resolveKnownTags: false });

/** What a YAML parser makes of a frontmatter. */
export function parseYaml(text: string): ParsedFrontmatter {
  const lineCounter = new LineCounter();
  const lineOf = (offset = 0) => lineCounter.linePos(offset).line + FIRST_LINE - 1;
  try {
    const document = parseDocument(text, {
      schema: SCHEMA,
      uniqueKeys: false,
      prettyErrors: false,
      // "silent" would also keep quiet about a second document.
      logLevel: "error",
      lineCounter,
    });
    const [error] = document.errors;
    if (error) return unparsed(error.message, lineOf(error.pos[0]));
    const values: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    if (document.contents === null) return { entries: new Map(), problems: [] };
    if (!isMap(document.contents)) return unparsed("it is no list of fields, each `name: value`", FIRST_LINE);
    const problems: Problem[] = [];
    const entries = entriesOf(document.contents, values as Record<string, unknown>, lineOf, problems);
    return { entries, problems };
  } catch (error) {
    // Too many aliases, or nested too deep for the parser's stack.
    return unparsed((error as Error).message, FIRST_LINE);
  }
}

function unparsed(reason: string, line: number): ParsedFrontmatter {
  return {
    problems: [
      problem(
        "error",
        "S609",
        `the frontmatter is no YAML that can be read: ${reason.split("\n")[0] ?? ""}`,
        "mend the line; text with colons, quotes or brackets belongs in quotes",
        line,
      ),
    ],
  };
}

type LineOf = (offset?: number) => number;

function entriesOf(
  map: YAMLMap,
  values: Record<string, unknown>,
  lineOf: LineOf,
  problems: Problem[],
): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  // Through own properties: `__proto__` is a key like any other.
  const own = new Map(Object.entries(values));
  for (const { key, value } of map.items) {
    const name = isScalar(key) ? String(key.value ?? "") : String(key);
    const line = lineOf(rangeOf(key)?.[0]);
    if (entries.has(name)) problems.push(duplicate(name, line));
    const text = isScalar(value) && typeof value.value !== "string" ? value.source : undefined;
    if (isScalar(value) && value.type === Scalar.PLAIN && typeof value.comment === "string") {
      problems.push(
        problem(
          "warning",
          "S617",
          `what follows # is a comment to YAML and not part of ${name}: "#${value.comment.slice(0, 40)}"`,
          "put the whole value in quotes",
          line,
        ),
      );
    }
    entries.set(name, { value: own.get(name), ...(text !== undefined && { text }), line });
    findDuplicates(value, lineOf, problems);
  }
  return entries;
}

function findDuplicates(node: unknown, lineOf: LineOf, problems: Problem[]): void {
  if (isSeq(node)) for (const item of node.items) findDuplicates(item, lineOf, problems);
  if (!isMap(node)) return;
  const seen = new Set<string>();
  for (const { key, value } of node.items) {
    const name = String(key);
    if (seen.has(name)) problems.push(duplicate(name, lineOf(rangeOf(key)?.[0])));
    seen.add(name);
    findDuplicates(value, lineOf, problems);
  }
}

function rangeOf(node: unknown): readonly number[] | undefined {
  return (node as { range?: readonly number[] | null } | null)?.range ?? undefined;
}

function duplicate(name: string, line: number): Problem {
  const help = "delete all but one of them";
  return problem("warning", "S616", `${name} is given twice; the last one counts`, help, line);
}
