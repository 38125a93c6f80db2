import { isObject } from "../wire/shapes";
import { bytesOf, parsed, type Exchange } from "./format";

/** Forms of keys that are known by their first letters. */
const FORMS: readonly (readonly [what: string, form: RegExp])[] = [
  ["an Anthropic key", /sk-ant-[\w-]{8,}/],
  ["an API key", /\bsk-[A-Za-z0-9_-]{20,}/],
  ["a bearer token", /\bBearer\s+[\w.~+/-]{16,}/i],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["a JSON web token", /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/],
  ["an AWS key", /\b(AKIA|ASIA)[0-9A-Z]{16}\b/],
  ["a GitHub token", /\b(gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,})/],
  ["a Slack token", /\bxox[abeprs]-[\w-]{10,}/],
  ["a Google key", /\bAIza[\w-]{35}/],
  ["an address with a password", /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/i],
];
const SECRET_NAMES = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;
/** Shorter values of the environment are found in any text by chance. */
const LEAST_LENGTH = 12;

export interface Secret {
  what: string;
  /** `exchanges[0].request.body.messages[0].content` */
  path: string;
}

/** The values of environment variables whose names say that they are secret. */
export function secretsOfEnvironment(env: NodeJS.ProcessEnv): Map<string, string> {
  const found = Object.entries(env).flatMap(([name, value = ""]): [string, string][] =>
    SECRET_NAMES.test(name) && value.length >= LEAST_LENGTH ? [[value, `the value of ${name}`]] : [],
  );
  return new Map(found);
}

/**
 * Secrets in what is about to be written. `known` has values that are secret for sure (keys that requests came with),
 * with what they are.
 */
export function findSecrets(exchanges: readonly Exchange[], known: ReadonlyMap<string, string>): Secret[] {
  return exchanges.flatMap((exchange, index) => {
    const path = `exchanges[${String(index)}]`;
    return [
      ...secretsIn(exchange, path, known),
      // A stream cuts texts anywhere: a key in two fragments is a key.
      ...streamed(exchange).flatMap((text) => secretsInText(text, `${path}.response (streamed)`, known)),
    ];
  });
}

function secretsIn(value: unknown, path: string, known: ReadonlyMap<string, string>): Secret[] {
  if (typeof value === "string") return secretsInText(value, path, known);
  if (Array.isArray(value))
    return value.flatMap((each, index) => secretsIn(each, `${path}[${String(index)}]`, known));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    ...secretsInText(name, `${path} (a name)`, known),
    ...secretsIn(each, `${path}.${name}`, known),
  ]);
}

function secretsInText(text: string, path: string, known: ReadonlyMap<string, string>): Secret[] {
  for (const reading of readings(text)) {
    const form = FORMS.find(([, form]) => form.test(reading));
    const value = [...known].find(([value]) => reading.includes(value));
    const what = form?.[0] ?? value?.[1];
    if (what !== undefined) return [{ what, path }];
  }
  return [];
}

/** A text, and what stands in it as base64: credentials of basic authentication, files, environments. */
function* readings(text: string): Generator<string> {
  yield text;
  for (const [run] of text.matchAll(/[\w+/-]{16,}/g)) yield Buffer.from(run, "base64").toString("latin1");
}

/** The whole of a streamed body, and each block's text as its deltas add up to it. */
function streamed({ response }: Exchange): string[] {
  if (response.chunks === undefined) return [];
  const whole = Buffer.concat(response.chunks.map(bytesOf)).toString("utf8");
  const blocks = new Map<unknown, string>();
  for (const line of whole.split(/\r?\n/)) {
    const event = parsed(line.replace(/^data: ?/, ""));
    if (!isObject(event) || !isObject(event.delta)) continue;
    const { text, partial_json: json, thinking } = event.delta;
    const piece = [text, json, thinking].find((each) => typeof each === "string") ?? "";
    blocks.set(event.index, `${blocks.get(event.index) ?? ""}${piece}`);
  }
  return [whole, ...blocks.values()];
}
