import { ScriptedModel, type Failure } from "../../src";
import { CONTENT } from "./legal/content";
import { CONVERSATIONS } from "./legal/conversations";
import { PARAMS } from "./legal/params";
import { SERVER_SIDE } from "./legal/server-side";
import { TOOLS } from "./legal/tools";

// Odd, and legal: a fake that refuses what the API takes is worse than one that takes what the API refuses.
const LEGAL = { ...PARAMS, ...CONTENT, ...CONVERSATIONS, ...TOOLS, ...SERVER_SIDE };

test.each(Object.keys(LEGAL))("%s passes", async (name) => {
  const { betas, ...body } = LEGAL[name] ?? {};
  const model = new ScriptedModel([{ text: "Yes." }]);
  const params = { ...body, ...(betas === undefined ? {} : { betas }) };
  const refused = await model
    .port()
    .messages.create(params)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(refused).toBeUndefined();
  expect(model.failures).toEqual<Failure[]>([]);
});
