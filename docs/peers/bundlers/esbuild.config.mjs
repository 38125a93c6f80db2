import { build } from "esbuild";

await build({
  entryPoints: ["src/main.ts"],
  outfile: "bundle/main.mjs",
  bundle: true,
  platform: "node",
  format: "esm",
  minify: true,
  keepNames: true,
  // The packages are CommonJS, and an ES module has no require of its own.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
});
