import { Linter, type Rule } from "eslint";
import { join } from "node:path";
import { parser } from "typescript-eslint";

// Plain CommonJS, without types.
const rule = require("../lint/dependency-directions.js") as Rule.RuleModule;

const ROOT = join(__dirname, "../..");

/** What the rule says of one line of source in a file of the repository (which need not exist). */
function verdict(file: string, source: string): string[] {
  const linter = new Linter({ cwd: ROOT });
  const messages = linter.verify(
    source,
    [
      {
        files: ["**/*.ts"],
        languageOptions: { parser },
        plugins: { house: { rules: { directions: rule } } },
        rules: { "house/directions": "error" },
      },
    ],
    join(ROOT, file),
  );
  return messages.map(({ message }) => message);
}

describe("sources of a package", () => {
  test.each([
    ["core", "compiler"],
    ["core", "runner"],
    ["core", "testing"],
    ["core", "folders"],
    ["core", "cli"],
    ["compiler", "runner"],
    ["compiler", "testing"],
    ["compiler", "folders"],
    ["compiler", "cli"],
    ["folders", "compiler"],
    ["folders", "runner"],
    ["runner", "testing"],
    ["runner", "compiler"],
    ["runner", "cli"],
    ["testing", "runner"],
    ["testing", "compiler"],
    ["testing", "cli"],
    ["cli", "testing"],
  ])("%s may not import %s, in any form", (importer, imported) => {
    const file = `packages/${importer}/src/some.ts`;
    for (const source of [
      `import { a } from "@skills/${imported}";`,
      `import type { A } from "@skills/${imported}";`,
      `import "@skills/${imported}/package.json";`,
      `export * from "@skills/${imported}";`,
      `export { a } from "@skills/${imported}";`,
      `import a = require("@skills/${imported}");`,
      `type A = import("@skills/${imported}").A;`,
    ]) {
      expect([source, verdict(file, source)]).toEqual([
        source,
        [expect.stringContaining(`${importer} may not import ${imported}.`)],
      ]);
    }
    expect(verdict(file, `// import "@skills/${imported}";`)).toEqual([]);
  });

  test.each([
    ["compiler", "core"],
    ["folders", "core"],
    ["runner", "core"],
    ["runner", "folders"],
    ["testing", "core"],
    ["testing", "folders"],
    ["cli", "core"],
    ["cli", "compiler"],
    ["cli", "folders"],
    ["cli", "runner"],
  ])("%s may import %s", (importer, imported) => {
    expect(verdict(`packages/${importer}/src/some.ts`, `import { a } from "@skills/${imported}";`)).toEqual(
      [],
    );
  });

  test.each(["core", "compiler", "folders", "runner", "testing", "cli"])(
    "%s may not import an app",
    (importer) => {
      const file = `packages/${importer}/src/some.ts`;
      expect(verdict(file, `import "@skills/shop-desk";`)).toEqual([
        "Nothing imports an app (@skills/shop-desk).",
      ]);
      expect(verdict(file, `await import("@skills/shop-desk");`)).toHaveLength(1);
    },
  );

  test("a package may not import itself by name", () => {
    expect(verdict("packages/core/src/some.ts", `import { a } from "@skills/core";`)).toEqual([
      "Import your own package by a relative path.",
    ]);
  });

  test("core loads the compiler only when it is needed", () => {
    const file = "packages/core/src/some.ts";
    expect(verdict(file, `require("@skills/compiler");`)).toEqual([]);
    expect(verdict(file, `await import("@skills/compiler");`)).toEqual([]);
    expect(verdict(file, `require("@skills/runner");`)).toHaveLength(1);
  });

  test("core knows neither TypeScript nor the SDK", () => {
    for (const name of ["typescript", "@anthropic-ai/sdk", "@anthropic-ai/sdk/resources/beta"]) {
      for (const source of [
        `import a from "${name}";`,
        `import type { A } from "${name}";`,
        `await import("${name}");`,
        `require("${name}");`,
        `require.resolve("${name}");`,
      ]) {
        expect([source, verdict("packages/core/src/some.ts", source)]).toEqual([
          source,
          [expect.stringContaining("core may not depend on")],
        ]);
      }
    }
  });

  test.each(["runner", "testing"])(
    "%s imports the SDK as a type, or loads it when it is needed",
    (importer) => {
      const file = `packages/${importer}/src/some.ts`;
      expect(verdict(file, `import Anthropic from "@anthropic-ai/sdk";`)).toHaveLength(1);
      expect(verdict(file, `import { type A, b } from "@anthropic-ai/sdk";`)).toHaveLength(1);
      expect(verdict(file, `import type Anthropic from "@anthropic-ai/sdk";`)).toEqual([]);
      expect(verdict(file, `import { type A, type B } from "@anthropic-ai/sdk";`)).toEqual([]);
      expect(verdict(file, `await import("@anthropic-ai/sdk");`)).toEqual([]);
    },
  );

  test("a package without a row in the table is told so", () => {
    expect(verdict("packages/new/src/some.ts", `import "@skills/core";`)).toEqual([
      "packages/new has no row in scripts/lint/dependency-directions.json.",
    ]);
  });
});

describe("everybody", () => {
  test.each(["packages/runner/src/a/b.ts", "packages/runner/test/b.test.ts", "apps/shop-desk/src/b.ts"])(
    "%s may not reach into another package by a path",
    (file) => {
      const up = "../".repeat(file.split("/").length - 1);
      expect(verdict(file, `import { a } from "${up}packages/core/src/errors";`)).toEqual([
        "Import another package by its name, not by a path into its folder.",
      ]);
    },
  );

  test("relative imports inside a package are free", () => {
    expect(verdict("packages/core/src/a/b.ts", `import { a } from "../c/d";`)).toEqual([]);
    expect(verdict("packages/core/test/b.test.ts", `import { a } from "../src/errors";`)).toEqual([]);
  });

  test.each(["packages/runner/test/b.test.ts", "apps/shop-desk/src/b.ts", "docs/examples/b.test.ts"])(
    "%s may import every package, but no app",
    (file) => {
      for (const name of ["core", "compiler", "runner", "testing"]) {
        expect(verdict(file, `import { a } from "@skills/${name}";`)).toEqual([]);
      }
      expect(verdict(file, `import { a } from "@skills/bench";`)).toHaveLength(1);
    },
  );
});
