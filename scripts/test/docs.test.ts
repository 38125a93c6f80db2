import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pagesOf, problemsOf } from "../docs/check";

const ROOT = join(__dirname, "../..");

test.each(pagesOf(ROOT))("every fence of %s comes from a file that runs", (page) => {
  expect(problemsOf(ROOT, page)).toEqual([]);
});

test("docs/commands.json names no command that no page shows", () => {
  const shown = pagesOf(ROOT)
    .map((page) => readFileSync(join(ROOT, page), "utf8"))
    .join("\n");
  const commands = JSON.parse(readFileSync(join(ROOT, "docs/commands.json"), "utf8")) as object;
  expect(Object.keys(commands).filter((command) => !shown.includes(command))).toEqual([]);
});

/** Where a page's links lead, as paths from the repository's root. */
function linksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  return [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = ""]) =>
    join(dirname(page), target),
  );
}

test("docs/README.md, which is the site's sidebar, leads to every page but those of single errors", () => {
  const listed = new Set(linksOf("docs/README.md"));
  const pages = pagesOf(ROOT).filter(
    (page) => page.startsWith("docs/") && !/errors\/S\d|docs\/examples\//.test(page),
  );
  expect(pages.filter((page) => page !== "docs/README.md" && !listed.has(page))).toEqual([]);
});

test.each(pagesOf(ROOT))("every link of %s leads to a file", (page) => {
  expect(linksOf(page).filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
});
