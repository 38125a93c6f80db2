import { offeredTools } from "../model/offered";
import { orderCall } from "./order-call";
import type { ScriptedRequest } from "../model/request";
import { placeSteps, rememberPlace, type Call, type ScriptStep, type Step } from "../script/step";
import { ScriptedModel, type ScriptedModelOptions } from "../scripted-model";
import { isObject } from "../wire/shapes";

/**
 * The model of a shop's customer desk, without a key: it plays its script first, where there is one, and then
 * answers by rules. A script may call `Skill` where it is not offered: the desk answers such calls.
 */
export class ShopModel extends ScriptedModel {
  /** @throws SkillsError S501 as `ScriptedModel` */
  constructor(script: readonly ScriptStep[] | Iterable<ScriptStep> = [], options: ScriptedModelOptions = {}) {
    super(Array.from(script, withFreeSkillCalls), options);
  }

  /**
   * The reply by rules. Override it to change them.
   * @param said what the user has said so far, oldest first
   * @param results the texts of the latest tool results; empty where the last message has none
   * @param tools the definitions of the tools that are offered
   * @param rules the system prompt
   * @param skills the names of the skills that are offered
   */
  reply(
    said: readonly string[],
    results: readonly string[],
    tools: readonly { [key: string]: unknown }[] = [],
    _rules = "",
    skills: readonly string[] = [],
  ): Step | Promise<Step> {
    if (results.length > 0)
      return { text: results.filter((text) => text.trim() !== "").join("\n") || "Done." };
    const question = said.at(-1) ?? "";
    const skill = skills.find((name) => mentions(question, name));
    if (skill !== undefined) return { calls: [["Skill", { [skillField(tools)]: skill }]] };
    const call = orderCall(question, tools);
    return call === undefined ? { text: "Which order is this about?" } : { calls: [call] };
  }

  protected override unscripted(request: ScriptedRequest): ScriptStep | Promise<ScriptStep> {
    const tools = [...offeredTools(request).tools.values()];
    return this.reply(
      request.said,
      request.results,
      tools,
      request.system,
      offeredSkills(request.system, tools),
    );
  }
}

function withFreeSkillCalls(step: ScriptStep): ScriptStep {
  if (typeof step === "function") return async (request) => freeSkillCalls(await step(request));
  const made = freeSkillCalls(step);
  if (made !== step) rememberPlace(made, placeSteps([step], undefined)[0]?.place);
  return made;
}

/** What is no step is left for the script's own check. */
function freeSkillCalls(step: Step): Step {
  const { calls } = (step as Partial<Step> | null) ?? {};
  if (!Array.isArray(calls) || !calls.some(isSkillCall)) return step;
  const free = (call: Call): Call =>
    isSkillCall(call) ? [call[0], call[1], { notOffered: true, ...call[2] }] : call;
  return { ...step, calls: calls.map(free) };
}

function isSkillCall(call: unknown): boolean {
  return Array.isArray(call) && call[0] === "Skill";
}

/** A skill is matched on the words of its name, without its plugin's. */
function mentions(question: string, skill: string): boolean {
  const words = skill.split(":").at(-1)?.toLowerCase().split("-") ?? [];
  return words.some((word) => word !== "" && question.toLowerCase().includes(word));
}

/**
 * The names in the catalogue, which stands in the system prompt or in the description of the `Skill` tool; those
 * that the tool's schema lists; none where there is no such tool to run one.
 */
function offeredSkills(system: string, tools: readonly { [key: string]: unknown }[]): string[] {
  const tool = tools.find(({ name }) => name === "Skill");
  if (tool === undefined) return [];
  const texts = [system, typeof tool.description === "string" ? tool.description : ""];
  const catalogues = texts.flatMap(
    (text) => /<available_skills>([\s\S]*?)<\/available_skills>/.exec(text)?.[1] ?? [],
  );
  const named = catalogues.flatMap((text) =>
    Array.from(text.matchAll(/<name>([\s\S]*?)<\/name>/g), ([, name = ""]) => name.trim()),
  );
  return [...new Set([...named, ...listedNames(tool.input_schema)])];
}

function listedNames(schema: unknown): string[] {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return [properties.name, properties.skill].flatMap((property) =>
    isObject(property) && Array.isArray(property.enum)
      ? property.enum.filter((name): name is string => typeof name === "string")
      : [],
  );
}

/** `name`, unless the tool knows nothing but `skill`. */
function skillField(tools: readonly { [key: string]: unknown }[]): "name" | "skill" {
  const schema = tools.find((tool) => tool.name === "Skill")?.input_schema;
  if (!isObject(schema)) return "name";
  const named = !isObject(schema.properties) || Object.hasOwn(schema.properties, "name");
  const needsSkill = Array.isArray(schema.required) && schema.required.includes("skill");
  return named && !needsSkill ? "name" : "skill";
}
