import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const built = (path) => fileURLToPath(new URL(`../../../packages/${path}`, import.meta.url));

/** Two projects: tests that bring matchers and checks themselves, and tests that leave that to the entry for jest. */
// eslint-disable-next-line no-restricted-exports -- where vitest looks for it
export default defineConfig({
  resolve: {
    alias: {
      "@skills/testing": built("testing/dist/index.js"),
      "@skills/runner": built("runner/dist/index.js"),
    },
  },
  test: {
    projects: [
      { extends: true, test: { name: "plain", include: ["plain.test.mjs"] } },
      {
        extends: true,
        test: {
          name: "entry",
          include: ["entry.test.mjs"],
          globals: true,
          setupFiles: [built("testing/dist/jest.js")],
        },
      },
    ],
  },
});
