import type { ErrorClass, ToolOptions } from "../dispatch/tool-spec";
import type { Result } from "../result";
import { SkillsError } from "../errors";
import { captureSite, placeOf, type Site } from "./call-site";
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

/**
 * Makes a method a tool that the model can call. Its signature is the input schema, its doc comment the
 * description. On instance and static methods, with and without parentheses.
 *
 * @throws SkillsError S101 where the compiler is in standard-decorator mode, S102 on anything but a method,
 *   S104 for options that contradict each other
 */
export function Tool<E extends ErrorClass>(
  options: ToolOptions & { errors: readonly E[] },
): ContractDecorator<InstanceType<E>>;
export function Tool(options?: ToolOptions & { errors?: undefined }): MethodDecorator;
export function Tool(target: object, key: string | symbol, descriptor: PropertyDescriptor): void;
export function Tool(...args: DecoratorArguments): unknown {
  if (args.length < 2) {
    const options = (args[0] ?? {}) as ToolOptions;
    // `@Tool` on a class passes the class where options are expected.
    if (typeof options === "function") throw wrongTarget("Tool", "a method", args);
    const site = captureSite(Tool);
    const decorator = (...inner: DecoratorArguments): void => {
      declareTool(inner, options, site);
    };
    return decorator;
  }
  declareTool(args, {}, captureSite(Tool));
  return undefined;
}

function declareTool(args: DecoratorArguments, options: ToolOptions, site: Site): void {
  refuseStandardDecorators("Tool", args);
  const [target, key, descriptor] = args as [
    object,
    string | symbol | undefined,
    PropertyDescriptor | undefined,
  ];
  if (typeof key !== "string" || typeof descriptor?.value !== "function")
    throw wrongTarget("Tool", "a method", args);
  checkOptions(options, `${ownerOf(target)}.${key}`);
  const declarations = declarationsOf(target);
  declarations.tools.set(key, options);
  declarations.site ??= site;
}

/** @throws SkillsError S104 */
export function checkOptions(options: ToolOptions, tool: string): void {
  if (options.interpretAsResponse && options.serialize === false && options.saveReturn === false) {
    throw new SkillsError(
      "S104",
      `${tool} asks for serialize: false and interpretAsResponse: true, which send content blocks, and for saveReturn: false, which sends nothing`,
      { place: placeOf(checkOptions), help: "drop saveReturn: false, or drop serialize: false" },
    );
  }
}
