const { TestEnvironment } = require("jest-environment-node");
const { join, resolve } = require("node:path");

// Where coverage is measured, the processes that tests start write their V8 coverage: set here, in the process of the
// tests and outside their sandbox, so that every `spawn` inherits it while jest's own processes, which started
// without it, are left alone.
const coverage = process.env.SKILLS_COVERAGE;
if (coverage) process.env.NODE_V8_COVERAGE ??= join(resolve(coverage), "children");

/** The plain Node environment, with a TypeScript that is loaded once a process and not once a file of tests. */
module.exports = class extends TestEnvironment {
  constructor(...args) {
    super(...args);
    Object.defineProperty(this.global, "typescriptOfTests", { get: () => require("typescript") });
  }
};
