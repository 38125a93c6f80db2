import type { Call } from "../script/step";
import { isObject } from "../wire/shapes";

const ORDER_ID = /\b[A-Z]{1,4}-?\d+\b/;
const ORDER_FIELD = /^(id|order|order[-_]?(id|no|number|ref))$/i;

/** The call that answers a question about an order best: the tool whose words the question shares most. */
export function orderCall(question: string, tools: readonly { [key: string]: unknown }[]): Call | undefined {
  const order = ORDER_ID.exec(question)?.[0];
  if (order === undefined) return undefined;
  const asked = new Set(words(question));
  const [best] = tools
    .flatMap((tool) => {
      const input = inputFor(tool, order, question);
      return input === undefined ? [] : [{ tool, input, score: score(tool, asked) }];
    })
    .sort((a, b) => b.score - a.score);
  return best && [String(best.tool.name), best.input];
}

/** The name's words weigh more than the description's. */
function score(tool: { [key: string]: unknown }, asked: ReadonlySet<string>): number {
  const shared = (text: unknown): number =>
    new Set(words(typeof text === "string" ? text : "").filter((word) => asked.has(word))).size;
  return 3 * shared(tool.name) + shared(tool.description);
}

/** Lower case, camelCase taken apart, without a plural's or past tense's ending. */
function words(text: string): string[] {
  return (text.replace(/([a-z])([A-Z])/g, "$1 $2").match(/[A-Za-z]+/g) ?? [])
    .map((word) => word.toLowerCase().replace(/(ed|ing|s)$/, ""))
    .filter((word) => word.length > 2);
}

/** Only a tool whose required fields can be filled: the order, and free text with the question itself. */
function inputFor(
  tool: { [key: string]: unknown },
  order: string,
  question: string,
): Record<string, string> | undefined {
  const schema = tool.input_schema;
  if (!isObject(schema) || !isObject(schema.properties)) return undefined;
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const input: Record<string, string> = {};
  for (const name of required) {
    const property = schema.properties[name];
    if (!isObject(property) || property.type !== "string") return undefined;
    if (ORDER_FIELD.test(name)) input[name] = order;
    else if (property.enum === undefined && property.pattern === undefined && property.format === undefined) {
      input[name] = question;
    } else return undefined;
  }
  return required.some((name) => ORDER_FIELD.test(name)) ? input : undefined;
}
