import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compiled } from "./support/compiled";
import { WITH_NODE } from "./support/project";

const FOLDER = join(__dirname, "golden");
const EXPECTED = join(FOLDER, "schemas.json");

/*
 * Ordinary signatures and everything that is made of them, side by side for a reader: golden/signatures.ts and
 * golden/schemas.json. To accept a change: SKILLS_UPDATE_GOLDEN=1, then prettier, then read the difference.
 */
test("ordinary signatures give the manifest that was reviewed", () => {
  const { manifest, diagnostics } = compiled({
    "tsconfig.json": WITH_NODE,
    "signatures.ts": readFileSync(join(FOLDER, "signatures.ts"), "utf8"),
  });
  expect(diagnostics).toEqual([]);
  if (process.env.SKILLS_UPDATE_GOLDEN === "1") writeFileSync(EXPECTED, JSON.stringify(manifest));
  expect(manifest).toEqual(JSON.parse(readFileSync(EXPECTED, "utf8")));
});
