import { compiled } from "./support/compiled";

test("the sum example gives the schema of the documents", () => {
  const { manifest, diagnostics } = compiled({
    "calculator.ts": `
      import { Tool, Int } from "@skills/core";
      export class Calculator {
        /**
         * Adds two integers together.
         * @param left The first integer to add.
         * @param right The second integer to add.
         * @returns The sum of left and right.
         */
        @Tool()
        sum(left: Int, right: Int): string {
          return String(left + right);
        }
      }
    `,
  });

  expect(diagnostics).toEqual([]);
  expect(manifest).toEqual({
    version: 1,
    skills: [
      {
        class: "Calculator",
        file: "calculator.ts",
        line: 3,
        tools: [
          {
            method: "sum",
            description: "Adds two integers together.",
            inputSchema: {
              type: "object",
              properties: {
                left: { type: "integer", description: "The first integer to add." },
                right: { type: "integer", description: "The second integer to add." },
              },
              required: ["left", "right"],
              additionalProperties: false,
            },
            outputSchema: { type: "string" },
            params: [
              { name: "left", kind: "input" },
              { name: "right", kind: "input" },
            ],
          },
        ],
      },
    ],
    functions: [],
  });
});
