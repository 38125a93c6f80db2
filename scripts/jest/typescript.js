module.exports = globalThis.typescriptOfTests;
