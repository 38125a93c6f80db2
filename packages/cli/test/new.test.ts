import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { skills } from "./support/run";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "new-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("new makes a project, and says what to do next", async () => {
  const { code, out } = await skills("new", join(folder, "desk"), "--type", "commonjs", "--tests", "jest");
  expect(code).toBe(0);
  expect(out).toContain("npm install");
  expect(existsSync(join(folder, "desk/jest.config.js"))).toBe(true);
});

test("new does nothing to a folder that holds something, and takes only what it offers", async () => {
  await skills("new", join(folder, "desk"));
  expect(await skills("new", join(folder, "desk"))).toMatchObject({
    code: 1,
    err: expect.stringContaining("S254: ") as string,
  });
  expect((await skills("new", join(folder, "other"), "--tests", "mocha")).err).toContain("vitest, jest");
  expect(existsSync(join(folder, "other"))).toBe(false);
});
