/**
 * For jest's `setupFilesAfterEnv` (or `preset: "@skills/testing"`), or vitest's `setupFiles` with `globals: true`: the
 * matchers, a check after each test that every scripted model was played as written, and a guard against connections
 * that leave this machine.
 */
import type { CallSource } from "./expect/calls";
import type { ModelMatchers } from "./expect/model-matchers";
import { maskedTranscript } from "./expect/mask";
import { matchers, type MatcherResult } from "./expect/matchers";
import { guardNetwork, type NetworkGuard } from "./network-guard";
import type { ScriptedModel } from "./scripted-model";
import { watchModels } from "./watch";

/** Jest's globals, as far as this file uses them: jest itself is the user's. */
declare const expect: {
  extend(matchers: object): void;
  (received: string): { toMatchSnapshot(hint?: string): void };
};
declare const beforeAll: (hook: () => void) => void;
declare const beforeEach: (hook: () => void) => void;
declare const afterEach: (hook: () => void | Promise<void>) => void;
declare const afterAll: (hook: () => void | Promise<void>) => void;

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- how @types/jest is extended
  namespace jest {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- how an interface is extended
    interface Matchers<R> extends ModelMatchers<R> {}
  }
}

export type { CallSource, ModelMatchers };

expect.extend({
  ...matchers,
  toMatchTranscript(this: { isNot?: boolean }, source: CallSource, hint?: string): MatcherResult {
    if (this.isNot === true) throw new Error("a snapshot cannot be negated: .not.toMatchTranscript()");
    // The runner's own matcher writes the snapshot, and shows the difference line by line.
    const received = expect(maskedTranscript(source));
    if (hint === undefined) received.toMatchSnapshot();
    else received.toMatchSnapshot(hint);
    return { pass: true, message: () => "" };
  },
});

/** Models that were made outside of tests are checked when the file is done. */
const ofFile = new Set<ScriptedModel>();
const ofTest = new Set<ScriptedModel>();
let inTest = false;
let guard: NetworkGuard | undefined;

beforeAll(() => {
  guard = guardNetwork();
});
watchModels((model) => (inTest ? ofTest : ofFile).add(model));

beforeEach(() => {
  inTest = true;
});

afterEach(async () => {
  inTest = false;
  await check(ofTest);
});

afterAll(async () => {
  await check(ofFile);
  guard?.stop();
  watchModels(undefined);
});

/** Closes what the models listen on, then throws for the first thing that the test itself has not asserted. */
async function check(models: Set<ScriptedModel>): Promise<void> {
  const made = [...models];
  models.clear();
  const [blocked] = guard?.take() ?? [];
  await Promise.all(made.map((model) => model.close()));
  if (blocked !== undefined) throw blocked.error;
  for (const model of made) if (!model.asserted) model.check();
}
