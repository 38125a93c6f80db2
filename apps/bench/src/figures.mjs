/** Figures that stand by themselves, as a Markdown table. */
export function figuresTable({ title, figures, notes = [] }) {
  const lines = figures.map(([name, value]) => `| ${name} | ${value} |`);
  return [
    `## ${title}`,
    "",
    "| | |",
    "| --- | ---: |",
    ...lines,
    "",
    ...notes.map((note) => `${note}\n`),
  ].join("\n");
}
