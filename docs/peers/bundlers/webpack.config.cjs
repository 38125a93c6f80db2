module.exports = {
  mode: "production",
  target: "node",
  entry: "./dist/main.js",
  output: { path: `${__dirname}/bundle`, filename: "main.cjs" },
  // Tools are found by their class's name. A server gains nothing from shorter ones.
  optimization: { minimize: false },
};
