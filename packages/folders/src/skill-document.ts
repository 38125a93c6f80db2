import { isUtf8 } from "node:buffer";
import { problem, type Problem } from "./diagnostics";
import { FieldReader, type SkillFields } from "./fields";
import { parseFrontmatter } from "./frontmatter/parse";
import { bodyOf, splitSkillFile } from "./frontmatter/split";
import { readLimited, UnreadableFile } from "./read-limited";

/** Bytes of a SKILL.md. */
export const MOST_BYTES = 1_048_576;

/** What reading a SKILL.md gives. Without `fields`, one of the problems is an error. */
export interface SkillDocument {
  fields?: SkillFields;
  problems: Problem[];
}

/**
 * The bytes of a SKILL.md, or why there are none. `missing` is left to the caller, who knows what else may be there.
 * @param scratch as for `readLimited`
 */
export function readSkillMd(file: string, scratch?: Buffer): Buffer | Problem | "missing" {
  const bytes = readLimited(file, MOST_BYTES, scratch);
  if (!(bytes instanceof UnreadableFile)) return bytes;
  switch (bytes.reason) {
    case "missing":
      return "missing";
    case "large": {
      const help = "keep instructions short, and move the rest to files beside SKILL.md";
      return problem("error", "S607", `SKILL.md is too large: ${bytes.detail}; 1 MB is allowed`, help);
    }
    case "irregular":
      return problem("error", "S606", `SKILL.md is ${bytes.detail}`, "put a text file in its place");
    case "unreadable":
      return problem("error", "S606", `SKILL.md cannot be read: ${bytes.detail}`, UNREADABLE_HELP);
  }
}

const UNREADABLE_HELP = "mend the link, or give the user that runs this the right to read it";

/** What the bytes of a SKILL.md say, whatever they are: never throws. */
export function documentOf(bytes: Buffer, folderName: string): SkillDocument {
  if (!isUtf8(bytes)) {
    const help = "save the file as UTF-8";
    return { problems: [problem("error", "S608", "SKILL.md is no valid UTF-8", help, lineOfBadByte(bytes))] };
  }
  const { frontmatter, unclosed } = splitSkillFile(bytes);
  if (unclosed) {
    const help = "end the frontmatter with a line that is --- and nothing else";
    return { problems: [problem("error", "S609", "the frontmatter does not end", help)] };
  }
  const { entries, problems } = parseFrontmatter(frontmatter ?? "");
  if (!entries) return { problems };
  const reader = new FieldReader(entries);
  const fields = reader.read(folderName, () => firstLine(bodyOf(bytes)));
  return { fields, problems: [...problems, ...reader.problems] };
}

/** The first line that says something, without the marks of a heading. */
function firstLine(body: string): string {
  const line = body.split("\n").find((each) => /[\p{L}\p{N}]/u.test(each)) ?? "";
  return line.trim().replace(/^#+\s*/, "");
}

function lineOfBadByte(bytes: Buffer): number {
  let line = 1;
  for (let at = 0; at < bytes.length; line += 1) {
    const newline = bytes.indexOf(0x0a, at);
    const end = newline === -1 ? bytes.length : newline + 1;
    if (!isUtf8(bytes.subarray(at, end))) return line;
    at = end;
  }
  return 1;
}
