import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import dependencyDirections from "./scripts/lint/dependency-directions.js";

export default defineConfig(
  // Fixtures are inputs of tests, and some of them are wrong on purpose.
  globalIgnores(["**/dist/", "**/coverage/", "**/fixtures/"]),
  // Their packages are installed only where they are run, and without them no type of theirs is known.
  globalIgnores(["docs/peers/", "packages/create-skills/template/"]),

  js.configs.recommended,
  {
    plugins: { house: { rules: { "dependency-directions": dependencyDirections } } },
    rules: {
      "house/dependency-directions": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-eval": "error",
      "no-new-func": "error",
      "no-restricted-exports": [
        "error",
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true } },
      ],
    },
  },

  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylistic],
    languageOptions: {
      parserOptions: {
        project: "tsconfig.check.json",
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // `typeof import("x")` is how a module that is loaded when it is needed gets its type.
      // In declarations, an import of what need not be installed may fail: they have no other word for that.
      "@typescript-eslint/ban-ts-comment": [
        "error",
        { "ts-ignore": { descriptionFormat: "^: an optional peer, " } },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-empty-function": ["error", { allow: ["arrowFunctions"] }],
      "@typescript-eslint/no-implied-eval": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // The type of a parameter with a default is what decorator metadata is emitted from.
      "@typescript-eslint/no-inferrable-types": "off",
      // Methods are looked at as values everywhere here, and called with their instance.
      "@typescript-eslint/unbound-method": "off",
      // Packages are CommonJS; what may be loaded late, and what not, is for house/dependency-directions to say.
      "@typescript-eslint/no-require-imports": "off",
      // What `String` makes of any value at all is part of the contract of tool results and messages.
      "@typescript-eslint/no-base-to-string": "off",
      // An override may be async for its contract only, and a decorated example for its reader.
      "@typescript-eslint/require-await": "off",
      // `type` and index signatures are chosen on purpose: only a type alias is assignable to an open record.
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/consistent-indexed-object-style": "off",
    },
  },

  {
    files: ["**/test/**/*.ts", "docs/examples/**/*.ts"],
    rules: {
      // What comes off a wire or out of a model is `any` in tests: the assertion on it is the check.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      // Classes under test are made for their shape: methods that do nothing, parameters that nobody reads.
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/no-extraneous-class": "off",
      "@typescript-eslint/no-unused-vars": "off",
    },
  },

  {
    files: ["packages/*/src/index.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "ExportAllDeclaration", message: "A package names each of its exports, types too." },
      ],
    },
  },

  {
    // Files that a tool loads by their default export.
    files: ["eslint.config.mjs", "jest.config.ts", "site/typedoc.config.mjs", "site/.vitepress/**"],
    rules: { "no-restricted-exports": "off" },
  },
  {
    files: ["**/*.js", "**/*.cjs"],
    languageOptions: { sourceType: "commonjs" },
  },
  {
    files: ["**/*.{js,cjs,mjs}"],
    languageOptions: {
      globals: {
        __dirname: "readonly",
        ReadableStream: "readonly",
        Response: "readonly",
        TextEncoder: "readonly",
        URL: "readonly",
        console: "readonly",
        module: "writable",
        performance: "readonly",
        process: "readonly",
        require: "readonly",
        setTimeout: "readonly",
      },
    },
  },
);
