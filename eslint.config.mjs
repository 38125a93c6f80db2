import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import dependencyDirections from "./scripts/lint/dependency-directions.js";

export default defineConfig(
  // Fixtures are inputs of tests, and some of them are wrong on purpose.
  globalIgnores(["**/dist/", "**/coverage/", "**/fixtures/"]),

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
        projectService: { allowDefaultProject: ["jest.config.ts"] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-implied-eval": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
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
      "@typescript-eslint/unbound-method": "off",
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
    files: ["eslint.config.mjs", "jest.config.ts"],
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
        console: "readonly",
        module: "writable",
        process: "readonly",
        require: "readonly",
      },
    },
  },
);
