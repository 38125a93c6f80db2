import "./support/compiled";
import { Param, Tool, ToolContext, toolSet } from "@skills/core";
import { use } from "./support/calls";

interface Box {
  width: number;
  height?: number;
}

class Desk {
  /** Positional arguments. */
  @Tool()
  order(sku: string, quantity: number, note?: string): unknown[] {
    return [sku, quantity, note, arguments.length];
  }

  /** Defaults. */
  @Tool()
  defaults(a: number = 1, b: string = "b", c: number[] = [a, a], d: number | null = 4): unknown[] {
    return [a, b, c, d];
  }

  /** One that is required behind one that is not. */
  @Tool()
  later(a: number | undefined, b: string): unknown[] {
    return [a, b];
  }

  /** Destructured. */
  @Tool()
  area({ width, height = width }: Box): number {
    return width * height;
  }

  /** Destructured, with a default of its own. */
  @Tool()
  page({ from = 0, size = 10 }: { from?: number; size?: number } = {}): number[] {
    return [from, size];
  }

  /** Rest. */
  @Tool()
  sum(first: number, ...others: number[]): number {
    return others.reduce((total, each) => total + each, first);
  }

  /** What is given stands anywhere. */
  @Tool()
  given(context: ToolContext<{ user: string }>, name: string, signal?: AbortSignal): unknown {
    return [
      context.toolUse.id,
      context.state.user,
      name,
      signal instanceof AbortSignal,
      context.signal === signal,
    ];
  }

  /** Names that every object inherits. */
  @Tool()
  inherited(constructor?: string, toString?: string, hasOwnProperty?: string): unknown[] {
    return [constructor, toString, hasOwnProperty];
  }

  /** Another name. */
  @Tool()
  named(@Param({ name: "order_id" }) orderId: string): string {
    return orderId;
  }

  private readonly greeting = "Hello";

  /** Uses `this`. */
  @Tool()
  greet(name: string): string {
    return `${this.greeting} ${name}`;
  }

  /** Of the class. */
  @Tool()
  static version(): string {
    return `version of ${this.name}`;
  }
}

const desk = toolSet(new Desk());

async function value(name: string, input: unknown): Promise<unknown> {
  return (await desk.runTool(use(name, input), { state: { user: "ada" } })).value;
}

test("named input becomes positional arguments, in whatever order it comes", async () => {
  expect(await value("order", { note: "n", quantity: 2, sku: "A1" })).toEqual(["A1", 2, "n", 3]);
  expect(await value("order", { quantity: 2, sku: "A1" })).toEqual(["A1", 2, undefined, 3]);
});

test("defaults apply as JavaScript applies them", async () => {
  expect(await value("defaults", {})).toEqual([1, "b", [1, 1], 4]);
  expect(await value("defaults", { a: 5 })).toEqual([5, "b", [5, 5], 4]);
  expect(await value("defaults", { d: null })).toEqual([1, "b", [1, 1], null]);
});

test("a parameter that may be undefined may be left out, wherever it stands", async () => {
  expect(await value("later", { b: "x" })).toEqual([undefined, "x"]);
});

test("only a destructured parameter is flattened", async () => {
  const schema = desk.toolsSchema.find(({ name }) => name === "area")?.input_schema;
  expect(Object.keys(schema?.properties ?? {})).toEqual(["width", "height"]);
  expect(await value("area", { width: 3 })).toBe(9);
  expect(await value("area", { width: 3, height: 2 })).toBe(6);
});

test("a destructured parameter with a default needs no input", async () => {
  expect(await value("page", {})).toEqual([0, 10]);
  expect(await value("page", { size: 5 })).toEqual([0, 5]);
});

test("a rest parameter is a list in the input, and is spread", async () => {
  expect(await value("sum", { first: 1 })).toBe(1);
  expect(await value("sum", { first: 1, others: [2, 3] })).toBe(6);
});

test("ToolContext and AbortSignal are given, and stay out of the schema", async () => {
  const schema = desk.toolsSchema.find(({ name }) => name === "given")?.input_schema;
  expect(Object.keys(schema?.properties ?? {})).toEqual(["name"]);
  expect(await value("given", { name: "x" })).toEqual(["toolu_1", "ada", "x", true, true]);
});

test("the signal that a tool is given is aborted with the caller's", async () => {
  const controller = new AbortController();
  class Listener {
    /** Waits. */
    @Tool()
    async wait(signal: AbortSignal): Promise<string> {
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          resolve("heard");
        });
        controller.abort(new Error("enough"));
      });
    }
  }
  const waiting = toolSet(new Listener()).runTool(use("wait"), { signal: controller.signal });
  await expect(waiting).rejects.toThrow("enough");
});

test("a parameter may be named like what every object inherits", async () => {
  expect(await value("inherited", {})).toEqual([undefined, undefined, undefined]);
  expect(await value("inherited", { constructor: "c", toString: "t" })).toEqual(["c", "t", undefined]);
});

test("@Param gives a property another name", async () => {
  expect(await value("named", { order_id: "A1" })).toBe("A1");
});

test("a tool is called on its instance", async () => {
  expect(await value("greet", { name: "Ada" })).toBe("Hello Ada");
});

test("a class itself gives its static tools, an instance its own", async () => {
  expect(toolSet(Desk).toolsSchema.map(({ name }) => name)).toEqual(["version"]);
  expect(desk.has("version")).toBe(false);
  expect((await toolSet(Desk).runTool(use("version"))).value).toBe("version of Desk");
});

test("the context tells the call's idempotency key: its id, or what the caller says", async () => {
  class Keys {
    /** The key. */
    @Tool()
    key(context: ToolContext): string {
      return context.idempotencyKey;
    }
  }
  const keys = toolSet(new Keys());
  expect((await keys.runTool(use("key", {}, "toolu_9"))).value).toBe("toolu_9");
  expect((await keys.runTool(use("key"), { idempotencyKey: "k" })).value).toBe("k");
});

test("progress reaches whoever watches", async () => {
  class Worker {
    /** Works. */
    @Tool()
    work(context: ToolContext): void {
      context.progress({ done: 1, of: 2 });
    }
  }
  const heard: unknown[] = [];
  await toolSet(new Worker()).runTool(use("work"), { onProgress: (progress) => heard.push(progress) });
  await toolSet(new Worker()).runTool(use("work"));
  expect(heard).toEqual([{ done: 1, of: 2 }]);
});

test("code calls a tool with the method's own arguments, less what is given", async () => {
  expect(await desk.call("order", "A1", 2)).toEqual(["A1", 2, undefined, 3]);
  expect(await desk.call("sum", 1, 2, 3)).toBe(6);
  expect(await desk.call("area", { width: 2 })).toBe(4);
  await expect(toolSet(new (class extends Desk {})()).call("order", "A1", 1)).resolves.toBeDefined();
});

test("code cannot call what is no tool", async () => {
  class Half {
    /** A tool. */
    @Tool()
    tool(): number {
      return 1;
    }
    other(): number {
      return 2;
    }
  }
  await expect(toolSet(new Half()).call("other")).rejects.toThrow(/^S304: Half.other is no tool/);
});
