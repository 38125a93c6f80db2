import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Result {
  status: string;
  text: string;
  messages: { role: string; content: string | Block[] }[];
}

interface Block {
  type: string;
  id?: string;
  name?: string;
  input?: { id: string };
  tool_use_id?: string;
  content?: string;
}

/** What came of one run, after as many deaths as it took. */
export interface Outcome {
  problems: string[];
  /** Calls that were answered as of unknown outcome. */
  unknown: number;
  messages: Result["messages"];
}

/** What came of runs that shared their processes. */
export interface Round {
  outcomes: Outcome[];
  /** Processes that were killed. */
  kills: number;
  /** Runs that they were in. */
  interrupted: number;
  /** Journals that ended within a record. */
  torn: number;
}

/** A life, from when the runs begin: most end somewhere in them. */
const LONGEST_MS = 100;

/** Processes on the journals in these folders, each killed at a random moment, until every run came to its end. */
export async function killUntilDone(
  folders: readonly string[],
  random: () => number,
  mostKills: number,
): Promise<Round> {
  const round: Round = { outcomes: [], kills: 0, interrupted: 0, torn: 0 };
  let open = [...folders];
  while (open.length > 0) {
    const spared = round.kills >= mostKills;
    const { results, errors } = await live(open, spared ? undefined : random() * LONGEST_MS);
    for (const { folder, ...result } of results) {
      const log = readIfThere(join(folder, "effects"));
      round.outcomes.push({ ...judge(result, log), messages: result.messages });
    }
    open = open.filter((folder) => !results.some((result) => result.folder === folder));
    if (errors !== undefined) {
      round.outcomes.push({ problems: [errors], unknown: 0, messages: [] });
      return round;
    }
    if (open.length === 0) break;
    round.kills += 1;
    const journals = open.map((folder) => readIfThere(join(folder, "journal"))).filter((text) => text !== "");
    round.interrupted += journals.length;
    round.torn += journals.filter((text) => !text.endsWith("\n")).length;
  }
  return round;
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

interface Life {
  /** Of the runs that came to their end. */
  results: (Result & { folder: string })[];
  /** Of a process that ended by itself, and should not have. */
  errors?: string;
}

function live(folders: readonly string[], killAfterMs: number | undefined): Promise<Life> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(__dirname, "child.cjs"), ...folders]);
    let out = "";
    let errors = "";
    let timer: NodeJS.Timeout | undefined;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (!timer && killAfterMs !== undefined) timer = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      // What follows the last line's end was being written.
      const lines = out.split("\n").slice(1, -1);
      const results = lines.map((line) => JSON.parse(line) as Life["results"][number]);
      const failed = signal !== "SIGKILL" && results.length < folders.length;
      resolve({ results, ...(failed && { errors: `exit ${String(code)}: ${errors}` }) });
    });
  });
}

/** No effect of `pay` twice, none that a result tells of missing, every call answered, every key its call's own. */
function judge({ status, text, messages }: Result, log: string): { problems: string[]; unknown: number } {
  const problems: string[] = [];
  if (status !== "done" || text !== "boss is done.") problems.push(`it ended ${status}: ${text}`);
  const lines = log.split("\n").filter((line) => line !== "");
  const keysOf = new Map<string, string[]>();
  for (const line of lines) {
    const [name = "", id = "", key = ""] = line.split(" ");
    keysOf.set(`${name} ${id}`, [...(keysOf.get(`${name} ${id}`) ?? []), key]);
  }
  for (const [call, keys] of keysOf) {
    if (call.startsWith("pay") && keys.length > 1)
      problems.push(`${call} happened ${String(keys.length)} times`);
    if (new Set(keys).size > 1) problems.push(`${call} had other keys: ${keys.join(", ")}`);
  }
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const results = new Map(blocks.flatMap((block) => (block.tool_use_id ? [[block.tool_use_id, block]] : [])));
  let unknown = 0;
  for (const { type, id = "", name = "", input } of blocks) {
    if (type !== "tool_use") continue;
    const content = results.get(id)?.content ?? "";
    if (content.includes("outcome is unknown")) unknown += 1;
    else if (name === "clerk" ? content !== "clerk is done." : content !== `${name} ${input?.id ?? ""}: ok`)
      problems.push(`${name} ${id} was answered: ${content}`);
    else if (name !== "clerk" && !keysOf.has(`${name} ${input?.id ?? ""}`))
      problems.push(`${id} has no effect`);
    if (name !== "pay" && content.includes("unknown"))
      problems.push(`${name} ${id} can run again, and did not`);
  }
  if (blocks.filter(({ type }) => type === "tool_use").length !== 13) problems.push("calls are missing");
  return { problems, unknown };
}
