import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The page that names, for each threat, the tests that hold the answer to it. */
export const SECURITY = "SECURITY.md";

const THREAT = /^- \*\*/;
const LINK = /\]\(([^)]+\.test\.ts)\)/g;
const NAME = /"([^"]+)"/g;

/** What is wrong with the tests that the page names: threats without one, files and names that do not exist. */
export function problemsOfSecurity(root: string): string[] {
  return threatsOf(readFileSync(join(root, SECURITY), "utf8")).flatMap(({ line, text }) => {
    const links = [...text.matchAll(LINK)];
    if (links.length === 0) return [`${SECURITY}:${line}: no test holds this`];
    return links.flatMap(({ 1: file = "", index }, at) =>
      problemsOfLink(root, file, text.slice(index, links[at + 1]?.index)).map(
        (problem) => `${SECURITY}:${line}: ${problem}`,
      ),
    );
  });
}

function problemsOfLink(root: string, file: string, named: string): string[] {
  if (!existsSync(join(root, file))) return [`${file} does not exist`];
  const tests = readFileSync(join(root, file), "utf8");
  const names = [...named.matchAll(NAME)].map(([, name = ""]) => name);
  if (names.length === 0) return [`no test of ${file} is named`];
  return names.filter((name) => !tests.includes(name)).map((name) => `${file} has no test "${name}"`);
}

/** The list's items that begin in bold, each as one line of text. */
function threatsOf(page: string): { line: number; text: string }[] {
  const threats: { line: number; text: string }[] = [];
  let isInside = false;
  for (const [at, line] of page.split("\n").entries()) {
    if (THREAT.test(line)) threats.push({ line: at + 1, text: "" });
    isInside = THREAT.test(line) || (isInside && line.startsWith("  "));
    const threat = threats.at(-1);
    if (isInside && threat) threat.text = `${threat.text} ${line.trim()}`.trim();
  }
  return threats;
}
