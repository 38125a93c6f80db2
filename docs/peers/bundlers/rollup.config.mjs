export default {
  input: "dist/main.js",
  external: [/^@skills\//],
  output: { file: "bundle/main.cjs", format: "cjs" },
};
