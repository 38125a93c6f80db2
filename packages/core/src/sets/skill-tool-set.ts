import { declaredParam, declaredTools } from "../declare/declarations";
import { skillOf } from "../declare/skill";
import type { SkillClass } from "../describe/class-shape";
import { siteOf } from "../describe/class-shape";
import { emittedClass } from "../describe/emitted-types";
import { manifestOf } from "../describe/manifest-of";
import { callableTool } from "../dispatch/callable-tool";
import { ToolContext } from "../dispatch/tool-context";
import { toolCalls } from "../registry/tool-calls";
import type { ToolSpec } from "../dispatch/tool-spec";
import { SkillsError } from "../errors";
import type { ParamManifest, Revival, ToolManifest } from "../manifest";
import type { ToolDefinition, ToolUse } from "../wire";
import { runSpec } from "../dispatch/run-spec";
import { SpecList } from "./spec-list";
import type { RunToolOptions, ToolOutput } from "../dispatch/outcomes";
import { ToolSet } from "./tool-set";
import type { ToolArguments, ToolMethod, ToolReturn } from "./typed-call";

/** The tools of one instance of a skill class, or a class's static tools. */
export class SkillToolSet<T extends object = object> extends ToolSet {
  private readonly specs = new SpecList();
  private readonly methods = new Map<string, { tool: ToolManifest; spec: ToolSpec }>();
  private readonly skill: ReturnType<typeof skillOf>;

  /** @throws SkillsError where the class cannot be described (see `manifestOf`) */
  constructor(private readonly instance: T) {
    super();
    const isClass = typeof instance === "function";
    const constructor = classOf(instance);
    this.skill = skillOf(constructor);
    for (const tool of manifestOf(constructor).tools) {
      if ((tool.static ?? false) !== isClass) continue;
      const spec = this.specOf(constructor, isClass ? instance : constructor.prototype, tool);
      this.methods.set(tool.method, { tool, spec });
      this.specs.add(spec);
    }
    if (this.methods.size === 0) throw noTools(constructor, isClass);
  }

  override get label(): string {
    return this.skill.name;
  }

  /** The class and its file: a class that is loaded again is the same source. */
  override get source(): unknown {
    const constructor = classOf(this.instance);
    const { class: name, file } = manifestOf(constructor);
    return `${file}#${name}${constructor === this.instance ? " (static)" : ""}`;
  }

  override get toolsSchema(): ToolDefinition[] {
    return this.specs.definitions;
  }

  override tool(name: string): ToolSpec | undefined {
    return this.specs.find(name);
  }

  override has(name: string): boolean {
    return this.tool(name) !== undefined;
  }

  override announcesChanges(): boolean {
    return this.constructor === SkillToolSet;
  }

  override get instructions(): string[] {
    const { instructions } = this.skill;
    return instructions === undefined ? [] : [instructions];
  }

  override runTool(toolUse: ToolUse, options?: RunToolOptions): Promise<ToolOutput> {
    return runSpec(this, toolUse, options);
  }

  /**
   * Call a tool's method as code calls it, with its own argument types; `ToolContext` and `AbortSignal` are given.
   *
   * @throws SkillsError S304 where the method is no tool
   */
  async call<K extends ToolMethod<T> & string>(
    method: K,
    ...args: ToolArguments<T, K>
  ): Promise<ToolReturn<T, K>> {
    const found = this.methods.get(method);
    if (!found) {
      throw new SkillsError("S304", `${this.label}.${method} is no tool`, {
        help: `its tools are ${[...this.methods.keys()].join(", ")}`,
      });
    }
    const toolUse: ToolUse = {
      type: "tool_use",
      id: `call_${method}`,
      name: found.spec.definition.name,
      input: {},
    };
    const context: ToolContext = new ToolContext({
      toolUse,
      tools: () => toolCalls({ sets: [this] }, this.skill.uses ?? [], context, {}),
    });
    const given = args as unknown[];
    let next = 0;
    const all = found.tool.params.flatMap((param) =>
      argumentFor(
        param,
        context,
        () => given[next++],
        () => given.slice(next),
      ),
    );
    const member = (this.instance as Record<string, (...args: unknown[]) => unknown>)[method];
    return (await member?.apply(this.instance, all)) as ToolReturn<T, K>;
  }

  private specOf(constructor: SkillClass, target: object, tool: ToolManifest): ToolSpec {
    const { instance } = this;
    const options = declaredTools(target).get(tool.method) ?? {};
    // Now, and not at the first call: a class that is not to be had is the developer's fault, not the model's.
    for (const index of tool.params.keys()) {
      const plan = planOf(tool, index);
      if (plan?.to === "class" && !declaredParam(target, tool.method, index)?.type)
        classOfParameter(constructor, target, tool, plan.class, index);
    }
    return callableTool({
      name: options.name ?? tool.method,
      origin: `${this.label}.${tool.method}`,
      callable: tool,
      options,
      uses: this.skill.uses,
      classOf: (name, index) => classOfParameter(constructor, target, tool, name, index),
      call: (args) => (instance as Record<string, (...args: unknown[]) => unknown>)[tool.method]?.(...args),
    });
  }
}

function argumentFor(
  { kind }: ParamManifest,
  context: ToolContext,
  next: () => unknown,
  rest: () => unknown[],
): unknown[] {
  switch (kind) {
    case "context":
      return [context];
    case "signal":
      return [context.signal];
    case "rest":
      return rest();
    case "input":
    case "fields":
      return [next()];
  }
}

function classOfParameter(
  constructor: SkillClass,
  target: object,
  tool: ToolManifest,
  name: string,
  index: number,
): (new () => object) | undefined {
  const { method, params } = tool;
  const plan = planOf(tool, index);
  const named = declaredParam(target, method, index)?.type?.();
  if (named) return named.name === name || isTheClass(plan, name) ? named : undefined;
  // Only the parameter's own class is emitted; one inside a list, a union or that class has to be named.
  if (plan?.to !== "class" || plan.class !== name) return undefined;
  const parameter = { target, method, index, name: params[index]?.name, place: siteOf(constructor) };
  return emittedClass(parameter, name) as unknown as new () => object;
}

/** A parameter's plan; a class that the signature has more than once stands among the tool's definitions. */
function planOf({ params, revivals = {} }: ToolManifest, index: number): Revival | undefined {
  const plan = params[index]?.revive;
  return plan?.to === "ref" ? (revivals[plan.name] ?? plan) : plan;
}

/** @throws SkillsError S105 for an object without a class */
function classOf(instance: object): SkillClass {
  if (typeof instance === "function") return instance as SkillClass;
  const constructor: unknown = (Object.getPrototypeOf(instance) as { constructor?: unknown } | null)
    ?.constructor;
  if (typeof constructor === "function") return constructor as SkillClass;
  throw new SkillsError("S105", "an object without a class has no tools", {
    help: "give an instance of a class with @Tool() methods, or a tool set",
  });
}

/** Whether a class of a parameter's plan is the one that `@Param` means, under whatever name it goes at run time. */
function isTheClass(plan: Revival | undefined, name: string): boolean {
  if (plan?.to === "class") return plan.class === name;
  const names = JSON.stringify(plan ?? null).matchAll(/"to":"class","class":"([^"]+)"/g);
  return new Set([...names].map(([, found]) => found)).size === 1;
}

function noTools(constructor: SkillClass, isClass: boolean): SkillsError {
  return new SkillsError("S105", `${constructor.name} has no ${isClass ? "static" : "instance"} tools`, {
    place: siteOf(constructor),
    help: isClass
      ? `give an instance: toolSet(new ${constructor.name}(…))`
      : `give the class: toolSet(${constructor.name})`,
  });
}
