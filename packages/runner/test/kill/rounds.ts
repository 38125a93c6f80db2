import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
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
  kills: number;
  problems: string[];
  /** Calls that were answered as of unknown outcome. */
  unknown: number;
  messages: Result["messages"];
}

/** A life, from when the journal is open: most end somewhere in the run. */
const LONGEST_MS = 100;

/** Run a process on a journal again and again, killing it at random moments, until a run of it comes to its end. */
export async function killUntilDone(
  folder: string,
  random: () => number,
  mostKills: number,
): Promise<Outcome> {
  const journal = join(folder, "journal");
  const effects = join(folder, "effects");
  let kills = 0;
  for (;;) {
    const spared = kills >= mostKills;
    const { result, errors } = await live(journal, effects, spared ? undefined : random() * LONGEST_MS);
    if (errors) return { kills, problems: [errors], unknown: 0, messages: [] };
    if (result) {
      const log = existsSync(effects) ? readFileSync(effects, "utf8") : "";
      return { kills, ...judge(result, log), messages: result.messages };
    }
    kills += 1;
    // What a write leaves that was killed in its middle.
    if (random() < 0.3)
      appendFileSync(journal, '0badc0de {"type":"call_fin'.slice(0, Math.ceil(random() * 26)));
  }
}

function live(
  journal: string,
  effects: string,
  killAfterMs: number | undefined,
): Promise<{ result?: Result; errors?: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(__dirname, "child.cjs"), journal, effects]);
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
      const line = out.split("\n")[1];
      if (line && out.endsWith("}\n")) return resolve({ result: JSON.parse(line) as Result });
      resolve(signal === "SIGKILL" ? {} : { errors: `exit ${String(code)}: ${errors}` });
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
