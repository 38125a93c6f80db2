/** One tag of a doc comment, with the text that follows it. */
export interface DocTag {
  name: string;
  text: string;
}

export interface DocText {
  /** Whole, with its paragraphs and fences. Empty where there is none. */
  description: string;
  tags: DocTag[];
}

export interface DocComment extends DocText {
  /** By the parameter's name as it is written, `opts.b` for a member of one. */
  params: Map<string, DocText>;
}

/** Tags that a value follows; these count on any place of a line, other tags only at a line's start. */
const VALUE_TAGS = new Set(
  (
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format minItems " +
    "maxItems uniqueItems default defaultValue example deprecated integer asType min max oneOf"
  ).split(" "),
);

const PARAM_TAGS = new Set(["param", "arg", "argument"]);

/** Tags that may follow others on one line. */
const WHOLE_TAGS = new Set([...PARAM_TAGS, "returns", "return", "throws"]);

/**
 * Reads a doc comment. TypeScript's own parser is not used: it takes `@` inside fences and the second tag of a
 * line for what they are not, and loses which `@param` a tag follows.
 *
 * @param comment the whole text, from its opening to its closing
 */
export function parseDocComment(comment: string): DocComment {
  const doc: DocComment = { description: "", tags: [], params: new Map() };
  let target: DocText = doc;
  const lines = linesOf(comment);
  for (const section of sections(lines, lines.length === 1)) {
    const text = section.lines.join("\n");
    if (section.tag === undefined) doc.description = clean(text);
    else if (PARAM_TAGS.has(section.tag)) {
      const param = parseParam(text);
      target = { description: clean(param.text), tags: [] };
      doc.params.set(param.name, target);
    } else if (section.tag === "description")
      target.description = [target.description, clean(text)].filter(Boolean).join("\n\n");
    else if (VALUE_TAGS.has(section.tag)) target.tags.push({ name: section.tag, text: text.trim() });
    // Tags of other tools (`@returns`, `@see`, `@throws`) speak of the whole: what follows them is not the parameter's.
    else target = doc;
  }
  return doc;
}

interface Section {
  /** Undefined for what stands before the first tag. */
  tag?: string;
  lines: string[];
}

function linesOf(comment: string): string[] {
  return comment
    .replace(/^\/\*\*/, "")
    .replace(/\*\/$/, "")
    .split(/\r\n?|\n/)
    .map((line, index) => (index === 0 ? line.trim() : line.replace(/^\s*\* ?/, "").trimEnd()));
}

/** @param isOneLine in `/** Adds. @param a first *\/` every tag has to stand inside the line */
function sections(lines: readonly string[], isOneLine: boolean): Section[] {
  const found: Section[] = [{ lines: [] }];
  let fence: string | undefined;
  for (const line of lines) {
    const marker = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (marker && (fence === undefined || (line.trim() === marker && marker.startsWith(fence))))
      fence = fence === undefined ? marker : undefined;
    if (marker || fence !== undefined) found.at(-1)?.lines.push(line);
    else addLine(found, line, isOneLine || line.trimStart().startsWith("@"));
  }
  return found;
}

function addLine(found: Section[], line: string, isTagLine: boolean): void {
  const starts = [...line.matchAll(/(?<=^|\s)@([A-Za-z]\w*)(?![\w./-]|\()/g)].filter(
    ({ 1: name = "", index }) => {
      if (line.slice(0, index).trim() === "") return true;
      const isKnown = VALUE_TAGS.has(name) || (isTagLine && WHOLE_TAGS.has(name));
      return isKnown && !insideCode(line, index);
    },
  );
  const [first] = starts;
  if (first === undefined || first.index > 0) found.at(-1)?.lines.push(line.slice(0, first?.index));
  starts.forEach(({ 0: match, 1: tag, index }, position) => {
    const end = starts[position + 1]?.index;
    found.push({ tag, lines: [line.slice(index + match.length, end)] });
  });
}

/** Whether a position stands between backticks or inside `{@link …}`. */
function insideCode(line: string, index: number): boolean {
  const before = line.slice(0, index);
  return before.split("`").length % 2 === 0 || before.lastIndexOf("{") > before.lastIndexOf("}");
}

/** `{Type} name - text`, `[name=default] text`, `opts.b text`, `...rest text`; the name may stand in backticks. */
function parseParam(text: string): { name: string; text: string } {
  const named = withoutType(text.trimStart());
  const match =
    /^(?:\[\s*([\p{ID_Continue}$.]+)[^\]]*\]|`?(?:\.{3})?([\p{ID_Continue}$.]+)`?)\s*(?:[-–—:]\s+)?/u.exec(
      named,
    );
  return { name: match?.[1] ?? match?.[2] ?? "", text: named.slice(match?.[0].length ?? 0) };
}

/** Types of JSDoc in braces, which may hold others: the signature has the type. */
function withoutType(text: string): string {
  if (!text.startsWith("{")) return text;
  let depth = 0;
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    depth += brace === "{" ? 1 : -1;
    if (depth === 0) return text.slice(index + 1).trimStart();
  }
  return text;
}

function clean(text: string): string {
  return text
    .replace(
      /\{@link(?:code|plain)?\s+([^}|\s]+)(?:\s*\|\s*|\s+)?([^}]*)\}/g,
      (_, target: string, label: string) => (label.trim() === "" ? target : label.trim()),
    )
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}
