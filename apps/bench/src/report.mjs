// What a run leaves: results.json, results.md, and a plot a family, beside what earlier runs measured of other families.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { figuresTable } from "./figures.mjs";
import { curvePlot, ratiosPlot } from "./plot.mjs";
import { table } from "./table.mjs";

const at = (file) => new URL(`../${file}`, import.meta.url);

/** One result as Markdown. */
export function asMarkdown(result) {
  return result.figures ? figuresTable(result) : table(result);
}

/** @param {object[]} measured results, each with its `family`: they take the place of what was measured of these before */
export async function report(measured, order) {
  const families = new Set(measured.map(({ family }) => family));
  const before = existsSync(at("results.json")) ? JSON.parse(readFileSync(at("results.json"), "utf8")) : [];
  const machine = `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  const results = [
    ...before.filter(({ family }) => order.includes(family) && !families.has(family)),
    ...measured.map((result) => ({ ...result, machine })),
  ].sort((a, b) => order.indexOf(a.family) - order.indexOf(b.family));
  mkdirSync(at("plots"), { recursive: true });
  const sections = [];
  for (const [index, result] of results.entries()) {
    sections.push(asMarkdown(result));
    const plot = result.curve ? await curvePlot(result) : result.rows && (await ratiosPlot(result));
    if (!plot) continue;
    const number = results.slice(0, index).filter(({ family }) => family === result.family).length + 1;
    const file = `plots/${result.family}-${number}.svg`;
    writeFileSync(at(file), plot);
    sections.push(`![${result.title}](${file})\n`);
  }
  writeFileSync(at("results.json"), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(
    at("results.md"),
    `# Results\n\nMeasured on ${machine}. The method is in [README.md](README.md).\n\n${sections.join("\n")}`,
  );
}
