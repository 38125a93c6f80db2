import { wireForm } from "@skills/core";
import { EXIT, type ExitCode } from "../exit-codes";
import { printJson, progress, styled, type Io } from "../io";
import { holdersOf, type ToolEntry } from "../target";
import { countedTokens, estimatedTokens } from "../tokens";
import { usage } from "../usage";

export interface ListOptions {
  project?: string;
  count?: boolean;
  model: string;
  require?: string[];
  json?: boolean;
}

interface Group {
  /** The export, or the class and its file. */
  name: string;
  tools: ToolEntry[];
}

/** The tools of a target, loaded; without one those of the project's sources, which are only read. */
export async function list(target: string | undefined, options: ListOptions, io: Io): Promise<ExitCode> {
  const shown = progress(io);
  shown.step("reading the tools");
  let groups: Group[];
  let counts: number[];
  try {
    groups = target === undefined ? ofProject(options.project) : await holdersOf(target, options.require);
    const tools = groups.flatMap((group) => group.tools);
    if (options.count) shown.step("counting tokens");
    counts = options.count ? await countedTokens(tools, options.model) : tools.map(estimatedTokens);
  } finally {
    shown.end();
  }
  const isExact = options.count ?? false;
  let next = 0;
  const rows = groups.flatMap(({ name, tools }) =>
    tools.map((tool) => ({ skill: name, tool, tokens: counts[next++] ?? 0 })),
  );
  if (options.json)
    printJson(
      io,
      rows.map(({ skill, tool: { name, description = null }, tokens }) => ({
        name,
        skill,
        description,
        tokens,
        exact: isExact,
      })),
    );
  else print(io, groups, rows, isExact);
  return EXIT.ok;
}

function ofProject(project: string | undefined): Group[] {
  const { inspect } = require("@skills/compiler") as typeof import("@skills/compiler");
  const { tools, diagnostics } = inspect(project);
  const missing = diagnostics.find(({ code }) => code === "S212");
  if (missing) throw usage(`${missing.file}: ${missing.message}`, missing.help);
  const groups = new Map<string, Group>();
  const add = (name: string, tool: ToolEntry): void => {
    const group = groups.get(name) ?? { name, tools: [] };
    group.tools.push(tool);
    groups.set(name, group);
  };
  for (const { name, description, inputSchema, spot } of tools) {
    const known = name ?? (spot.method || undefined);
    add(spot.class === undefined ? spot.file : `${spot.class} (${spot.file})`, {
      name: known === undefined ? `${spot.file}:${String(spot.line)}` : wireForm(known),
      description,
      input_schema: inputSchema,
    });
  }
  return [...groups.values()];
}

function print(
  io: Io,
  groups: readonly Group[],
  rows: readonly { skill: string; tool: ToolEntry; tokens: number }[],
  isExact: boolean,
): void {
  const about = (tokens: number): string => `${isExact ? "" : "~"}${String(tokens)}`;
  const width = Math.max(0, ...rows.map(({ tool }) => tool.name.length));
  for (const { name } of groups) {
    io.out(`${styled(io, "bold", name)}\n`);
    for (const { tool, tokens } of rows.filter(({ skill }) => skill === name)) {
      const [summary = ""] = (tool.description ?? "").split("\n");
      io.out(`  ${tool.name.padEnd(width)}  ${about(tokens).padStart(6)}  ${summary}`.trimEnd() + "\n");
    }
  }
  const total = rows.reduce((sum, { tokens }) => sum + tokens, 0);
  const tools = `${String(rows.length)} ${rows.length === 1 ? "tool" : "tools"}`;
  io.out(`${tools}, ${about(total)} tokens${isExact ? "" : " (estimated)"}.\n`);
}
