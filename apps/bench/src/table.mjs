/** One family's figures as a Markdown table. */
export function table({ title, unit, rows, notes = [] }) {
  const lines = rows.map(
    ({ name, micros, ratio, low, high }) =>
      `| ${name} | ${micros.toFixed(2)} | ${ratio.toFixed(2)} | ${low.toFixed(2)} – ${high.toFixed(2)} |`,
  );
  return [
    `## ${title}`,
    "",
    `| | µs a ${unit}, median | ratio | 10 % – 90 % |`,
    "| --- | ---: | ---: | ---: |",
    ...lines,
    "",
    ...notes.map((note) => `${note}\n`),
  ].join("\n");
}
