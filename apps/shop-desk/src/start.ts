import { parseArgs } from "node:util";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { SkillsError } from "@skills/core";
import { query, type Query } from "@skills/runner";
import { formatTranscript, ShopDesk, ShopModel, type ScriptedServer } from "@skills/testing";
import { CONVERSATIONS } from "./conversations";
import { deskOptions } from "./desk";
import { Shop } from "./shop";

const USAGE = `usage: start [-- [--live] [--model NAME] [--port N] [--data FILE] ["a question of your own"]]`;

const MODEL = "claude-sonnet-5-5";

interface Options {
  live: boolean;
  model: string;
  /** Of the scripted model's server; 0: any free one. */
  port: number;
  data: string;
  question: string | undefined;
}

/** Where the desk writes, and what it knows of its surroundings. */
export interface Surroundings {
  print(text: string): void;
  warn(text: string): void;
  colour: boolean;
  apiKey: string | undefined;
}

/** Runs the desk with the arguments of the command line. Gives the exit code: 1 for arguments it cannot use. */
export async function start(args: readonly string[], around: Surroundings): Promise<number> {
  const options = optionsOf(args);
  if (typeof options === "string") {
    around.warn(`${options}\n${USAGE}`);
    return 1;
  }
  if (!options.live) return scripted(options, around);
  const { apiKey } = around;
  if (!apiKey) {
    around.warn(
      "--live asks a real model, and there is no key for it: set ANTHROPIC_API_KEY, or leave --live out.",
    );
    return 1;
  }
  const questions =
    options.question === undefined ? CONVERSATIONS.map(({ question }) => question) : [options.question];
  for (const question of questions) {
    // #region live
    const desk = { ...deskOptions(new Shop(options.data)), model: options.model };
    const client = new Anthropic({ apiKey });
    await show(question, query({ prompt: question, options: { ...desk, client } }), around);
    // #endregion
  }
  return 0;
}

/** Every question goes over HTTP to a scripted model on 127.0.0.1, by the real SDK client. */
async function scripted(options: Options, around: Surroundings): Promise<number> {
  const conversations =
    options.question === undefined
      ? CONVERSATIONS
      : [{ title: "Your question", question: options.question, script: undefined }];
  for (const { title, question, script } of conversations) {
    const model = new ShopModel(script ?? []);
    const server = await listen(model, options.port, around);
    try {
      around.print(`— ${title} —`);
      // #region scripted
      const desk = deskOptions(new Shop(options.data));
      const client = new Anthropic({ baseURL: server.url, apiKey: "none needed" });
      const transport = new ShopDesk(desk, model, client);
      await show(question, query({ prompt: question, options: desk, transport }), around);
      model.assertComplete();
      // #endregion
    } finally {
      await server.close();
    }
  }
  return 0;
}

/** On the port that was asked for, or on a free one where that is taken: the desk goes on. */
async function listen(model: ShopModel, port: number, around: Surroundings): Promise<ScriptedServer> {
  try {
    return await model.listen({ port });
  } catch (error) {
    if (!(error instanceof SkillsError) || error.code !== "S504") throw error;
    around.warn(`Port ${String(port)} is in use; taking a free one.`);
    return model.listen();
  }
}

async function show(question: string, messages: Query, { print, colour }: Surroundings): Promise<void> {
  print(`customer   ${question}`);
  for await (const message of messages) print(formatTranscript([message], { colour }));
  print("");
}

function optionsOf(args: readonly string[]): Options | string {
  // pnpm hands the `--` of `start -- --live` on.
  const given = args[0] === "--" ? args.slice(1) : [...args];
  try {
    const { values, positionals } = parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        live: { type: "boolean", default: false },
        model: { type: "string", default: MODEL },
        port: { type: "string", default: "0" },
        data: { type: "string", default: join(__dirname, "../data/shop.json") },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      return `--port takes a number from 0 to 65535, not ${values.port}`;
    const question = positionals.join(" ").trim();
    return { ...values, port, question: question === "" ? undefined : question };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
