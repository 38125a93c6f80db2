import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

test("the compiler options that the README shows make decorators carry their types", () => {
  const { config } = ts.readConfigFile(join(__dirname, "decorators.tsconfig.json"), (file) =>
    readFileSync(file, "utf8"),
  ) as { config: { compilerOptions: ts.CompilerOptions } };
  const source = "class Weather { @Tool() get(location: string) {} }";
  const { outputText } = ts.transpileModule(source, { compilerOptions: config.compilerOptions });
  expect(outputText).toContain('__metadata("design:paramtypes", [String])');
});
