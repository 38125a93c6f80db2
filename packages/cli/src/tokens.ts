import { createRequire } from "node:module";
import { join } from "node:path";
import type { default as Anthropic } from "@anthropic-ai/sdk";
import { SkillsError } from "@skills/core";
import type { ToolEntry } from "./target";

/** Tokens of a definition, roughly: four bytes of its JSON each. */
export function estimatedTokens({ name, description, input_schema }: ToolEntry): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify({ name, description, input_schema })) / 4);
}

/**
 * Tokens of each definition as the API counts them: what a request costs more with it than without, beside another
 * tool, so that what the first tool of a request costs beyond itself is not counted.
 *
 * @throws SkillsError S253 where there is no key, no SDK, or where the API does not answer
 */
export async function countedTokens(tools: readonly ToolEntry[], model: string): Promise<number[]> {
  const client = newClient();
  const count = async (offered: object[]): Promise<number> => {
    const { input_tokens } = await client.messages.countTokens({
      model,
      messages: [{ role: "user", content: "-" }],
      tools: offered as Anthropic.Tool[],
    });
    return input_tokens;
  };
  const other = { name: "other", input_schema: { type: "object" } };
  try {
    const without = await count([other]);
    const counts: number[] = [];
    for (const { name, description, input_schema } of tools)
      counts.push((await count([other, { name, description, input_schema }])) - without);
    return counts;
  } catch (cause) {
    throw new SkillsError("S253", "the API did not count the tokens", {
      help: "leave --count out for an estimate",
      cause,
    });
  }
}

function newClient(): Anthropic {
  if (!process.env.ANTHROPIC_API_KEY)
    throw new SkillsError("S253", "to count tokens exactly takes the API, and there is no key", {
      help: "set ANTHROPIC_API_KEY, or leave --count out for an estimate",
    });
  try {
    const { default: Client } = loadSdk();
    return new Client();
  } catch (cause) {
    throw new SkillsError(
      "S253",
      "to count tokens exactly takes @anthropic-ai/sdk, which is not installed here",
      {
        help: "install @anthropic-ai/sdk, or leave --count out for an estimate",
        cause,
      },
    );
  }
}

/** The project's own, or the one beside this package. */
function loadSdk(): { default: typeof Anthropic } {
  try {
    return createRequire(join(process.cwd(), "-"))("@anthropic-ai/sdk") as { default: typeof Anthropic };
  } catch {
    return require("@anthropic-ai/sdk") as { default: typeof Anthropic };
  }
}
