import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { filesIn } from "../files";

/** The pages of docs/errors: one a code, and their index. */

const FOLDER = "docs/errors";
export const INDEX = `${FOLDER}/README.md`;

const SECTIONS = ["## How it comes about", "## The way out"];

const AREAS: Record<string, string> = {
  S1: "Declaring skills and tools",
  S2: "Describing: the compiler and manifests",
  S3: "Tool sets and dispatch",
  S4: "Runs",
  S5: "Testing",
  S6: "Skill folders",
};

/** Every code that a package's sources name, with a file that does. */
export function codesOf(root: string): Map<string, string> {
  const codes = new Map<string, string>();
  for (const file of filesIn(root, "packages", ".ts").filter((each) => each.split("/")[2] === "src")) {
    for (const [, code] of readFileSync(join(root, file), "utf8").matchAll(/["'`](S[1-6]\d\d)["'`]/g)) {
      if (code !== undefined && !codes.has(code)) codes.set(code, file);
    }
  }
  return new Map([...codes].sort(([a], [b]) => a.localeCompare(b)));
}

function pages(root: string): { code: string; file: string; text: string }[] {
  return filesIn(root, FOLDER, ".md")
    .filter((file) => file !== INDEX)
    .map((file) => ({ code: basename(file, ".md"), file, text: readFileSync(join(root, file), "utf8") }));
}

function titleOf(code: string, text: string): string | undefined {
  const first = text.split("\n")[0] ?? "";
  return first.startsWith(`# ${code}: `) ? first.slice(code.length + 4) : undefined;
}

/** What is wrong with the pages, and what to do about it; nothing where codes and pages are one to one. */
export function problemsOfErrors(root: string): string[] {
  const codes = codesOf(root);
  const missing = [...codes]
    .filter(([code]) => !existsSync(join(root, FOLDER, `${code}.md`)))
    .map(([code, file]) => `${file}: ${code} has no page: write ${FOLDER}/${code}.md`);
  const wrong = pages(root).flatMap(({ code, file, text }) => [
    ...(codes.has(code) ? [] : [`${file}: nothing throws ${code}: delete the page`]),
    ...(titleOf(code, text) ? [] : [`${file}:1: the first line is not "# ${code}: what is wrong"`]),
    ...SECTIONS.filter((section) => !text.includes(`\n${section}\n`)).map(
      (section) => `${file}: there is no section "${section}"`,
    ),
  ]);
  return [...missing, ...wrong];
}

/** The text of the index: codes and titles by area. */
export function errorIndex(root: string): string {
  const all = pages(root);
  const areas = Object.entries(AREAS).flatMap(([prefix, area]) => {
    const rows = all
      .filter(({ code }) => code.startsWith(prefix))
      .map(({ code, text }) => `- [${code}](${code}.md): ${titleOf(code, text) ?? ""}`);
    return rows.length === 0 ? [] : [`## ${area}`, "", ...rows, ""];
  });
  return [
    "# Errors",
    "",
    "Every error that is thrown on purpose is a `SkillsError`: a code, what went wrong, where, and the way out.",
    "",
    ...areas,
  ].join("\n");
}
