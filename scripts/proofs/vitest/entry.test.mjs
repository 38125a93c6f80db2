/* global expect, test -- vitest's, with `globals: true` */
import { ScriptedModel } from "@skills/testing";
import { connect } from "node:net";
import { desk, SCRIPT } from "./agent.mjs";

test("passes: matchers and a transcript's snapshot are there without being asked for", async () => {
  const model = new ScriptedModel(SCRIPT);
  await desk(model).run("Where is A1?");
  expect(model).toHaveCalledTool("lookupOrder");
  expect(model).toMatchTranscript();
});

test("fails: a step that no request asked for", async () => {
  const model = new ScriptedModel([...SCRIPT, { text: "Never." }]);
  await desk(model).run("Where is A1?");
});

test("fails: a connection that leaves this machine", async () => {
  await new Promise((resolve) => connect(80, "192.0.2.1").on("error", resolve));
});
