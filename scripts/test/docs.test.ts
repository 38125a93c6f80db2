import { readFileSync } from "node:fs";
import { join } from "node:path";
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
