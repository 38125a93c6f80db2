import type { ErrorClass, ToolOptions } from "../dispatch/tool-spec";
import type { Result } from "../result";
import { SkillsError } from "../errors";
import { checkExplicitSchema } from "../describe/explicit-schema";
import { markGiven } from "../validate/validator";
import { wireName } from "../dispatch/wire-name";
import { captureSite, framesOf, placeOf, type Site } from "./call-site";
import { declarationsOf } from "./declarations";
import { ownerOf, refuseStandardDecorators, wrongTarget, type DecoratorArguments } from "./misuse";

/** Decorates a method that declares its errors: it returns a `Result`, and a bare value does not compile. */
export type ContractDecorator<E> = <
  M extends (...args: never[]) => Result<unknown, E> | PromiseLike<Result<unknown, E>>,
>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

// By a type and not by two overloads: of a misspelt option TypeScript would tell once for each. `readonly ErrorClass[]`
// stands for none, and for a variable that is typed `ToolOptions`, of which nothing is known; not `undefined`, which is
// of every type where `strict` is off.
type ToolDecorator<E extends readonly ErrorClass[]> = readonly ErrorClass[] extends E
  ? MethodDecorator
  : ContractDecorator<InstanceType<E[number]>>;

/**
 * Makes a method a tool that the model can call. Its signature is the input schema, its doc comment the
 * description. On instance and static methods, with and without parentheses.
 *
 * @throws SkillsError S101 where the compiler is in standard-decorator mode, S102 on anything but a method,
 *   S103 for a name that the API refuses, S104 for options that contradict each other
 */
export function Tool<E extends readonly ErrorClass[] = readonly ErrorClass[]>(
  options?: ToolOptions & { errors?: E },
): ToolDecorator<E>;
export function Tool(target: object, key: string | symbol, descriptor: PropertyDescriptor): void;
export function Tool(...args: DecoratorArguments): unknown {
  if (args.length < 2) {
    const options = (args[0] ?? {}) as ToolOptions;
    const site = captureSite(Tool);
    // `@Tool` on a class passes the class where options are expected.
    if (typeof options === "function") throw wrongTarget("Tool", "a method", args, site);
    const decorator = (...inner: DecoratorArguments): void => {
      declareTool(inner, options, site);
    };
    return decorator;
  }
  declareTool(args, {}, captureSite(Tool));
  return undefined;
}

function declareTool(args: DecoratorArguments, options: ToolOptions, site: Site): void {
  refuseStandardDecorators("Tool", args, site);
  const [target, key, descriptor] = args as [
    object,
    string | symbol | undefined,
    PropertyDescriptor | undefined,
  ];
  if (typeof key !== "string" || typeof descriptor?.value !== "function")
    throw wrongTarget("Tool", "a method", args, site);
  const tool = `${ownerOf(target)}.${key}`;
  const place = () => framesOf(site)[0];
  checkOptions(options, tool, place);
  wireName(options.name ?? key, place);
  if (options.inputSchema !== undefined) checkExplicitSchema(options.inputSchema, tool, place);
  const declarations = declarationsOf(target);
  if (declarations.tools.has(key)) {
    throw new SkillsError("S104", `${tool} is declared as a tool twice`, {
      place: place(),
      help: "put one @Tool on it, with all its options",
    });
  }
  declarations.tools.set(key, options);
  declarations.site ??= site;
}

/** @throws SkillsError S104 */
export function checkOptions(options: ToolOptions, tool: string, place = () => placeOf(checkOptions)): void {
  for (const [why, help] of contradictions(options)) {
    throw new SkillsError("S104", `${tool} ${why}`, { place: place(), help });
  }
  if (options.outputSchema) markGiven(options.outputSchema);
}

/** Each with the way out. */
function* contradictions(options: ToolOptions): Generator<[why: string, help: string]> {
  const { interpretAsResponse, serialize, saveReturn, runEagerly, needsApproval, limits = {} } = options;
  if (interpretAsResponse && serialize === false && saveReturn === false) {
    yield [
      "asks for serialize: false and interpretAsResponse: true, which send content blocks, and for saveReturn: false, which sends nothing",
      "drop saveReturn: false, or drop serialize: false",
    ];
  }
  if (options.annotations?.readOnly && options.annotations.destructive)
    yield ["is annotated as readOnly and as destructive", "drop one of the two"];
  if ((options.errors ?? []).some((error: unknown) => typeof error !== "function")) {
    yield [
      "declares an error that is no class",
      "name error classes; one that is undefined here comes out of an import cycle: break it",
    ];
  }
  if (runEagerly && needsApproval)
    yield [
      "is to run before its reply has ended, and to wait for approval",
      "drop runEagerly or needsApproval",
    ];
  if (options.description?.trim() === "")
    yield [
      "has an empty description",
      "say what the tool does and when to call it, or leave the doc comment to say it",
    ];
  for (const name of ["timeoutMs", "maxResultChars", "maxCalls"] as const) {
    const limit = limits[name];
    if (limit !== undefined && !(limit > 0))
      yield [`has limits.${name} ${String(limit)}`, "give a number greater than 0"];
  }
}
