/** The code fences of a Markdown page, and the comments that say where each comes from. */

export interface Fence {
  /** The info string: `ts`, `sh`, … ; empty where there is none. */
  language: string;
  text: string;
  /** Line (from 1) of the opening fence. */
  line: number;
  /** Index, in the page's lines, of the first line of the text, and of the closing fence. */
  from: number;
  to: number;
  /** What `<!-- from SOURCE -->` on the line above says; `path` or `path#region`. */
  source?: string;
}

const OPENING = /^(`{3,}|~{3,})\s*(\S*)/;
const SOURCE = /^<!--\s*from\s+(\S+)\s*-->$/;

/** @throws Error where a fence is not closed */
export function fencesOf(page: string): Fence[] {
  const lines = page.split("\n");
  const fences: Fence[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, marks, language] = OPENING.exec(lines[at] ?? "") ?? [];
    if (marks === undefined) continue;
    const to = lines.findIndex((line, index) => index > at && line.trimEnd() === marks);
    if (to === -1) throw new Error(`the fence that opens on line ${at + 1} is not closed`);
    const above = lines.slice(0, at).findLast((line) => line.trim() !== "");
    fences.push({
      language: language ?? "",
      text: lines.slice(at + 1, to).join("\n"),
      line: at + 1,
      from: at + 1,
      to,
      source: SOURCE.exec(above?.trim() ?? "")?.[1],
    });
    at = to;
  }
  return fences;
}

/** The page with the fence's text replaced. */
export function withText(page: string, fence: Fence, text: string): string {
  const lines = page.split("\n");
  return [...lines.slice(0, fence.from), ...text.split("\n"), ...lines.slice(fence.to)].join("\n");
}
