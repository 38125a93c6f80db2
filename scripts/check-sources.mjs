// Types and lint of all sources, by one program: the rules that ask for types would otherwise work out each of them once
// more, which is most of their time. The same as `check:types` and `check:lint` one after the other.
import { ESLint } from "eslint";
import ts from "typescript";

const host = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
  },
};

const { options, fileNames, errors, projectReferences } = ts.getParsedCommandLineOfConfigFile(
  "tsconfig.check.json",
  {},
  host,
);
const program = ts.createProgram({
  options,
  rootNames: fileNames,
  projectReferences,
  configFileParsingDiagnostics: errors,
  // Rules go from a node to what is around it.
  host: ts.createCompilerHost(options, true),
});

const diagnostics = ts.sortAndDeduplicateDiagnostics(ts.getPreEmitDiagnostics(program));
process.stdout.write(
  ts.formatDiagnosticsWithColorAndContext(diagnostics, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getNewLine: () => "\n",
  }),
);

const eslint = new ESLint({
  overrideConfig: { files: ["**/*.ts"], languageOptions: { parserOptions: { programs: [program] } } },
});
const results = await eslint.lintFiles(["."]);
const formatter = await eslint.loadFormatter("stylish");
process.stdout.write(await formatter.format(results));

const found = results.reduce((sum, { errorCount }) => sum + errorCount, diagnostics.length);
console.log(
  `${program.getRootFileNames().length} files with types, ${results.length} linted, ${found} errors`,
);
process.exit(found === 0 ? 0 : 1);
