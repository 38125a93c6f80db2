import { manifestOf, Tool } from "@skills/core";

class Warm {
  /** Does nothing. */
  @Tool()
  up(): void {}
}

// The first class that is described compiles all test files at once, which can take longer than a test may.
beforeAll(() => {
  manifestOf(Warm);
}, 120_000);
