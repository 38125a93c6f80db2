const { join } = require("node:path");

// By its path: by its name it would be this module again.
const fc = require(join(__dirname, "../../node_modules/fast-check/lib/cjs/fast-check.js"));

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SKILLS_SEED) });

module.exports = fc;
