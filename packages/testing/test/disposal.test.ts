import { ScriptedModel } from "../src";

test("an error of the test's own is not lost where its model fails, too", () => {
  const run = (): void => {
    using _model = new ScriptedModel([{ text: "Never." }]);
    throw new Error("the test's own error");
  };
  expect(run).toThrow(
    expect.objectContaining({
      error: expect.objectContaining({ code: "S502" }) as unknown,
      suppressed: expect.objectContaining({ message: "the test's own error" }) as unknown,
    }) as Error,
  );
});
