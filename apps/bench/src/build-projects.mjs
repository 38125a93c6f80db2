// Projects of a given number of methods, as people write them: ten methods a class, six parameters a method, one class
// and four types a file. Deterministic; where one file takes another's types, it imports them.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CORE = fileURLToPath(new URL("../../../packages/core", import.meta.url));
const METHODS_A_CLASS = 10;

const OPTIONS = {
  strict: true,
  target: "es2022",
  module: "node20",
  lib: ["es2022"],
  types: [],
  rootDir: "src",
  outDir: "dist",
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
};

/** Writes one project into an empty folder, which it makes. */
export function writeProject(folder, methods) {
  mkdirSync(join(folder, "src"), { recursive: true });
  mkdirSync(join(folder, "node_modules/@skills"), { recursive: true });
  symlinkSync(CORE, join(folder, "node_modules/@skills/core"));
  const write = (file, content) => writeFileSync(join(folder, file), content);
  write("package.json", JSON.stringify({ name: "generated", private: true }));
  write("tsconfig.json", JSON.stringify({ compilerOptions: OPTIONS, include: ["src"] }));
  // Peers take types, and no methods: each method's input as a type, for them alone.
  mkdirSync(join(folder, "inputs"));
  write(
    "inputs/tsconfig.json",
    JSON.stringify({ compilerOptions: { ...OPTIONS, rootDir: ".." }, include: ["."] }),
  );
  for (let file = 0; file < methods / METHODS_A_CLASS; file++) {
    write(`src/file${file}.ts`, sourceOf(file));
    write(`inputs/file${file}.ts`, inputsOf(file));
  }
}

/** The names of the types that stand for the methods' inputs, in `inputs`. */
export function inputNames(methods) {
  return Array.from({ length: methods }, (_, at) =>
    inputName(Math.floor(at / METHODS_A_CLASS), at % METHODS_A_CLASS),
  );
}

const inputName = (file, method) => `Service${file}Step${method}Input`;

function inputsOf(n) {
  const inputs = Array.from({ length: METHODS_A_CLASS }, (_, method) => {
    const members = parametersOf(n, method).map(([name, type]) => `  ${name}: ${type};`);
    return `export interface ${inputName(n, method)} {\n${members.join("\n")}\n  limit?: number;\n}\n`;
  });
  const types = ["Address", "Status", "Item", "Order"].map((name) => name + n).join(", ");
  return `import type { ${types} } from "../src/file${n}";\n${inputs.join("")}`;
}

/** A file that is changed under a watcher, and its text with a member that it did not have. */
export function changedFile(folder, mark) {
  const text = sourceOf(0).replace("city: string;", `city: string;\n  added${mark}?: string;`);
  return [join(folder, "src/file0.ts"), text];
}

function sourceOf(n) {
  // Every tenth file has no neighbour to import from: a project is no single chain.
  const neighbour = n % 10 === 0 ? undefined : n - 1;
  const imported =
    neighbour === undefined ? "" : `import type { Address${neighbour} } from "./file${neighbour}";\n`;
  return `import { Tool } from "@skills/core";
${imported}
export interface Address${n} {
  /** Street and number. */
  street: string;
  city: string;
  /** @pattern ^[0-9]{4,5}$ */
  zip?: string;
  country: "NO" | "SE" | "DK";
}

export type Status${n} = "open" | "paid" | "sent" | "closed";

export interface Item${n} {
  sku: string;
  /** @minimum 1 */
  quantity: number;
  price: number | null;
  tags: string[];
  status: Status${n};
}

export interface Order${n} {
  id: string;
  items: Item${n}[];
  shipTo: ${neighbour === undefined ? `Address${n}` : `Address${n} | Address${neighbour}`};
  notes: Record<string, string>;
}

export class Service${n} {
  private readonly seen = new Set<string>();

  private async open(key: string, { city }: Address${n}): Promise<string[]> {
    this.seen.add(city + key);
    return [...this.seen].sort((a, b) => a.localeCompare(b));
  }

${Array.from({ length: METHODS_A_CLASS }, (_, method) => methodOf(n, method)).join("\n\n")}
}
`;
}

/** Each method takes its parameters in an order of its own; a sixth, `limit`, has a default and stands last. */
function parametersOf(n, method) {
  const all = [
    ["id", "string"],
    ["order", `Order${n}`],
    ["address", `Address${n}`],
    ["status", `Status${n}`],
    ["extra", `Item${n} | null`],
  ];
  return [...all.slice(method % 5), ...all.slice(0, method % 5)];
}

function methodOf(n, method) {
  const parameters = [
    ...parametersOf(n, method).map(([name, type]) => `${name}: ${type}`),
    "limit = 10",
  ].join(", ");
  return `  /**
   * Does step ${method} of service ${n}.
   * @param id the order's number
   * @param limit how many at most
   */
  @Tool() async step${method}(${parameters}): Promise<Order${n}[]> {
    const items = order.items.filter((item) => item.status === status && item.quantity > ${method});
    if (extra !== null) items.push(extra);
    const keys = await this.open(\`\${id}:\${String(items.length)}\`, address);
    return keys.slice(0, limit).map((key) => ({ ...order, id: key, items }));
  }`;
}
