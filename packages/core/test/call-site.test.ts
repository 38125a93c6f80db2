import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import ts from "typescript";
import { framesOf } from "../src/declare/call-site";

test.each([
  ["    at Object.<anonymous> (/app/orders.ts:3:9)", "/app/orders.ts"],
  ["    at /app/orders.ts:3:9", "/app/orders.ts"],
  ["    at async /app/orders.ts:3:9", "/app/orders.ts"],
  ["    at async Orders.find (/app/orders.ts:3:9)", "/app/orders.ts"],
  ["    at Orders.find [as run] (C:\\app\\orders.ts:3:9)", "C:\\app\\orders.ts"],
  ["    at new Orders (file:///app/my%20shop/orders.mts:3:9)", "/app/my shop/orders.mts"],
  // Folders of routes are named in brackets.
  ["    at Object.<anonymous> (/app/(shop)/[id]/orders.ts:3:9)", "/app/(shop)/[id]/orders.ts"],
  ["    at /app/(shop)/orders.ts:3:9", "/app/(shop)/orders.ts"],
  ["    at find (/app/my shop (old)/orders.ts:3:9)", "/app/my shop (old)/orders.ts"],
  ["    at async file:///app/(shop)/orders.ts:3:9", "/app/(shop)/orders.ts"],
])("a frame tells its file, whatever the folders are called: %s", (frame, file) => {
  expect(framesOf({ stack: `Error\n${frame}` })).toEqual([{ file, line: 3 }]);
});

test.each([
  "    at node:internal/main:3:9",
  "    at Array.map (<anonymous>)",
  "    at eval (eval at run (/app/orders.ts:3:9), <anonymous>:1:1)",
])("what is no file of the user's is no place: %s", (frame) => {
  expect(framesOf({ stack: `Error\n${frame}` })).toEqual([]);
});

test("it loads where modules have no file name, as in a bundle that is an ES module", () => {
  const file = join(__dirname, "../src/declare/call-site.ts");
  const { outputText } = ts.transpileModule(readFileSync(file, "utf8"), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports: Partial<typeof import("../src/declare/call-site")> = {};
  runInNewContext(outputText, { exports, require, Error });
  expect(exports.framesOf?.({ stack: "Error\n    at /app/orders.ts:3:9" })).toEqual([
    { file: "/app/orders.ts", line: 3 },
  ]);
});
