// From sources to schemas: `skills build` beside what else reads the same project. Each subject is a process of its own,
// in rounds; what is compared is the time of the processor, which another load on the machine changes least. Only the
// first class of a process is timed by the clock, where the process waits.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeProject } from "./build-projects.mjs";
import { spread } from "./measure.mjs";

const SUBJECT = fileURLToPath(new URL("./build-subject.mjs", import.meta.url));

/** Methods a project (`BUILD_METHODS=10,100` chooses), rounds, and what is measured there: the slow peers only where they take seconds. */
const SIZES = [
  { methods: 10, rounds: 5, peers: ["tjs", "tsjsg"] },
  { methods: 100, rounds: 5, peers: ["tjs", "tsjsg"] },
  { methods: 1_000, rounds: 5, peers: ["tjs"] },
  { methods: 10_000, rounds: 2, peers: [] },
];

const NAMES = {
  tsc: "tsc --noEmit",
  program: "the program alone",
  manifest: "skills: the manifest alone",
  build: "skills build, with validators",
  unchanged: "skills build, nothing changed",
  changed: "skills build --watch, one file changed",
  cached: "first class in a process, its schema cached",
  tjs: "typescript-json-schema, inputs only",
  tsjsg: "ts-json-schema-generator, inputs only",
};

export async function build() {
  const asked = process.env.BUILD_METHODS?.split(",").map(Number);
  return SIZES.filter(({ methods }) => asked?.includes(methods) ?? true).map(measured);
}

function measured({ methods, rounds, peers }) {
  const folder = mkdtempSync(join(tmpdir(), "skills-build-"));
  try {
    writeProject(folder, methods);
    const subjects = [
      ...["tsc", "program", "manifest", "build", "unchanged", "cold", "cached", "changed"],
      ...peers,
    ];
    const costs = Object.fromEntries(subjects.map((subject) => [subject, []]));
    for (let round = 0; round < rounds; round++)
      // In their order: what finds nothing changed comes after what has built.
      for (const subject of subjects) costs[subject].push(costOf(subject, folder, methods));
    const bytes = (file) => statSync(join(folder, "dist", file)).size;
    const [manifest, validators] = ["skills.manifest.json", "skills.validators.cjs"].map(bytes);
    const peak = peaks(costs);
    const shown = subjects.filter((subject) => subject in NAMES);
    const times = Object.fromEntries(
      shown.map((subject) => [subject, costs[subject].map(({ cpu }) => cpu * 1000)]),
    );
    return {
      title: `Schemas from sources: ${methods.toLocaleString("en")} methods`,
      unit: "run of the processor",
      rows: spread(times).map((row) => ({ ...row, name: `${NAMES[row.name]} (peak ${peak[row.name]})` })),
      notes: [
        `Manifest ${mebibytes(manifest)}, validators ${mebibytes(validators)}. Peaks are of resident memory, with their ratio.`,
        `First class, nothing cached: ${coldRatio(costs)} of the program alone, by the clock: what answers goes on with the rest of the project.`,
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function costOf(subject, folder, methods) {
  if (subject === "build" || subject === "cold") forget(folder);
  // What a process before it left in the cache is what it is about.
  if (subject === "cached") costOf("onDemand", folder, methods);
  const name = { unchanged: "build", cold: "onDemand", cached: "onDemand" }[subject] ?? subject;
  const { stderr } = spawnSync(process.execPath, [SUBJECT, name, folder, String(methods)], {
    encoding: "utf8",
    // A process that measures itself must not be heard by a debugger or a coverage tool.
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const cost = /^COST (.*)$/m.exec(stderr)?.[1];
  if (cost === undefined || /Error/.test(stderr)) throw new Error(`${subject}: ${stderr}`);
  return JSON.parse(cost);
}

/** As in a fresh clone. */
function forget(folder) {
  for (const made of ["dist", "node_modules/.cache"])
    rmSync(join(folder, made), { recursive: true, force: true });
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Round by round. */
function coldRatio({ cold, program }) {
  return median(cold.map(({ ms }, round) => ms / program[round].ms)).toFixed(2);
}

function peaks(costs) {
  const base = median(costs.tsc.map(({ peak }) => peak));
  return Object.fromEntries(
    Object.entries(costs).map(([subject, all]) => {
      const peak = median(all.map((each) => each.peak));
      return [subject, `${peak.toFixed(0)} MiB, ${(peak / base).toFixed(2)}`];
    }),
  );
}

const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
