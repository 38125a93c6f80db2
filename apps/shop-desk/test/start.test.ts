import { createServer } from "node:net";
import { join } from "node:path";
import { ScriptedModel } from "@skills/testing";
import { start } from "../src/start";

/** Runs the desk as the command does; real HTTP, real client. */
async function run(...args: string[]) {
  return runWith({ apiKey: undefined }, ...args);
}

async function runWith({ apiKey }: { apiKey: string | undefined }, ...args: string[]) {
  const printed: string[] = [];
  const warned: string[] = [];
  const code = await start(args, {
    print: (text) => printed.push(text),
    warn: (text) => warned.push(text),
    colour: false,
    apiKey,
  });
  return { code, transcript: printed.join("\n"), warning: warned.join("\n") };
}

test("shows a model that is right, wrong, and refused", async () => {
  const log = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  const { code, transcript } = await run();
  expect(log.mock.calls).toEqual([[expect.stringContaining('Nothing here runs "find_orders"')]]);
  log.mockRestore();
  expect(code).toBe(0);
  expect(transcript).toMatchSnapshot();
});

test("answers a question of one's own, also behind the `--` that pnpm hands on", async () => {
  const { transcript } = await run("--", "Where is order A17?");
  expect(transcript).toContain("assistant  calls findOrder { id: 'A17' }\n");
  expect(transcript).toMatch(/^result {5}success: .*"status":"shipped"/m);
});

test("asks back where a question names no order", async () => {
  const { transcript } = await run("Can I get my money back?");
  expect(transcript).toContain("result     success: Which order is this about?");
});

// #region live
test("asks the real API with --live, and gives its model the skill's folder", async () => {
  await using model = new ScriptedModel([
    { calls: [["Skill", { skill: "refund-policy" }]] },
    { text: "Refunds run for 14 days." },
  ]);
  const server = await model.listen();
  process.env.ANTHROPIC_BASE_URL = server.url;
  const { code, transcript } = await runWith({ apiKey: "test" }, "--live", "What is the refund policy?");
  delete process.env.ANTHROPIC_BASE_URL;
  expect(code).toBe(0);
  expect(transcript).toContain("user       result: Base directory for this skill: ");
  expect(transcript).toContain("result     success: Refunds run for 14 days.");
  expect(model.requests[0]?.body.model).toBe("claude-sonnet-5-5");
});
// #endregion

test("says that --live needs a key", async () => {
  const { code, warning } = await run("--live");
  expect(code).toBe(1);
  expect(warning).toContain("set ANTHROPIC_API_KEY");
});

test.each([
  [["--loud"], "--loud"],
  [["--port", "90000"], "0 to 65535"],
])("refuses %j and says how it is used", async (args, word) => {
  const { code, warning } = await run(...args);
  expect(code).toBe(1);
  expect(warning).toContain(word);
  expect(warning).toContain("usage: start");
});

test("takes a free port where the one it was given is in use", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as { port: number };
  try {
    const { code, transcript, warning } = await run("--port", String(port), "Where is order A17?");
    expect(code).toBe(0);
    expect(warning).toBe(`Port ${String(port)} is in use; taking a free one.`);
    expect(transcript).toContain("result     success: ");
  } finally {
    taken.close();
  }
});

test.each([
  ["missing", "no-such-file.json"],
  ["not a shop's", "package.json"],
])("goes on where the data file is %s: the tool's failure is answered", async (_, file) => {
  const log = jest.spyOn(console, "error").mockImplementation(() => undefined);
  const { code, transcript } = await run("--data", join(__dirname, "..", file), "Where is order A17?");
  expect(code).toBe(0);
  expect(transcript).toMatch(
    /^user {7}result: Error: the shop's data file (cannot be read|holds no orders)/m,
  );
  expect(log).toHaveBeenCalledTimes(1);
  log.mockRestore();
});
