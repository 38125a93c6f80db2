// A family's figures as pictures: ratios with their spread, and curves of what grows.
import { compile } from "vega-lite";
import { parse, View } from "vega";

const WIDTH = 520;
const ROW = 26;

/** @returns {Promise<string>} SVG: a point a subject at its median ratio, on a line from the 10th to the 90th percentile */
export function ratiosPlot({ title, rows }) {
  const values = rows.map(({ name, ratio, low, high }) => ({ name, ratio, low, high }));
  const y = { field: "name", type: "nominal", sort: null, title: null, axis: { labelLimit: 330 } };
  return svg({
    title,
    height: { step: ROW },
    data: { values },
    layer: [
      {
        mark: { type: "rule", color: "#999", strokeDash: [3, 3] },
        data: { values: [{ one: 1 }] },
        encoding: { x: { datum: 1, type: "quantitative" } },
      },
      {
        mark: { type: "rule", strokeWidth: 3, color: "#9db8d9" },
        encoding: { y, x: ratioAxis("low"), x2: { field: "high" } },
      },
      {
        mark: { type: "point", filled: true, size: 70, color: "#1f4e8c" },
        encoding: { y, x: ratioAxis("ratio") },
      },
      {
        mark: { type: "text", dy: -10, fontSize: 10 },
        encoding: { y, x: ratioAxis("ratio"), text: { field: "ratio", type: "quantitative", format: ".2f" } },
      },
    ],
  });
}

function ratioAxis(field) {
  const title = "times the first subject (log scale)";
  return { field, type: "quantitative", title, scale: { type: "log", nice: true }, axis: { tickCount: 6 } };
}

/**
 * @param {{ title: string, curve: { x: string, y: string, points: { line?: string, x: number, y: number }[] } }} result
 * @returns {Promise<string>} SVG
 */
export function curvePlot({ title, curve }) {
  return svg({
    title,
    height: 260,
    data: { values: curve.points },
    mark: { type: "line", point: true },
    encoding: {
      x: { field: "x", type: "quantitative", title: curve.x, scale: { type: curve.log ? "log" : "linear" } },
      y: { field: "y", type: "quantitative", title: curve.y, scale: { type: curve.log ? "log" : "linear" } },
      color: { field: "line", type: "nominal", title: null },
    },
  });
}

async function svg(picture) {
  const { spec } = compile({
    ...picture,
    width: WIDTH,
    background: "white",
    config: { font: "sans-serif", view: { stroke: null } },
  });
  return new View(parse(spec), { renderer: "none" }).toSVG();
}
