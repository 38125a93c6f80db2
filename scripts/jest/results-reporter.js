const { mkdirSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

/** Writes `results.json` into its folder: `{passed, failed, skipped}`, where a file that did not load counts as one failure. */
module.exports = class ResultsReporter {
  constructor(_globalConfig, { folder }) {
    this.folder = folder;
  }

  onRunComplete(_contexts, results) {
    const counts = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, "results.json"), JSON.stringify(counts));
  }
};
