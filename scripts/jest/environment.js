/**
 * The plain Node environment. Where a run leaves reports, it also lets the processes that tests start write their
 * V8 coverage: set here, in the process of the tests and outside their sandbox, so that every `spawn` inherits it
 * while jest's own processes, which started without it, are left alone.
 */
const { join, resolve } = require("node:path");

const reports = process.env.SKILLS_TEST_REPORTS;
if (reports) process.env.NODE_V8_COVERAGE ??= join(resolve(reports), "children");

module.exports = require("jest-environment-node");
