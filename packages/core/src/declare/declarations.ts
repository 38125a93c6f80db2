import type { ToolOptions } from "../dispatch/tool-spec";
import type { Site } from "./call-site";
import type { ParamOptions } from "./param";
import type { SkillOptions } from "./skill";
import { store } from "../store";

/** What decorators wrote about one class, or about one class's statics. */
export interface Declarations {
  skill?: SkillOptions;
  /** By method name, in declaration order. */
  tools: Map<string, ToolOptions>;
  /** By method name, then by the parameter's index. */
  params: Map<string, Map<number, ParamOptions>>;
  /** A stack that passes through the class's file. Read only when it is needed: formatting it is slow. */
  site?: Site;
}

/** `target` is what a decorator is given: the prototype, or the constructor for static members. */
export function declarationsOf(target: object): Declarations {
  let found = store.declarations.get(target);
  if (!found) {
    found = { tools: new Map(), params: new Map() };
    store.declarations.set(target, found);
  }
  return found;
}

/** The declarations of a target and of what it inherits from, nearest first. */
export function* declarationsAlong(target: object): Generator<[object, Declarations]> {
  for (let at: object | null = target; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const found = store.declarations.get(at);
    if (found) yield [at, found];
  }
}

/** Every tool of a target by method name, inherited ones too; the nearest declaration of a name wins. */
export function declaredTools(target: object): Map<string, ToolOptions> {
  const tools = new Map<string, ToolOptions>();
  for (const [, { tools: own }] of declarationsAlong(target))
    for (const [method, options] of own) if (!tools.has(method)) tools.set(method, options);
  return tools;
}

/** What `@Param` says about one parameter: the nearest class in which the method's parameters are decorated. */
export function declaredParam(target: object, method: string, index: number): ParamOptions | undefined {
  for (const [at, { params }] of declarationsAlong(target)) {
    const own = params.get(method);
    if (own) return own.get(index);
    if (Object.hasOwn(at, method)) return undefined;
  }
  return undefined;
}
