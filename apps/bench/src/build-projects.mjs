// Projects of a given number of methods, as people write them: ten methods a class, six parameters a method, one class
// and four types a file. Deterministic; where one file takes another's types, it imports them.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
  for (let file = 0; file < methods / METHODS_A_CLASS; file++) write(`src/file${file}.ts`, sourceOf(file));
}

/** The file whose change is timed, and its text with a member that was not there. */
export function changedFile(folder, round) {
  const text = sourceOf(0).replace("city: string;", `city: string;\n  added${round}?: string;`);
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
${Array.from({ length: METHODS_A_CLASS }, (_, method) => methodOf(n, method)).join("\n\n")}
}
`;
}

function methodOf(n, method) {
  const types = [
    ["id", "string"],
    ["order", `Order${n}`],
    ["address", `Address${n}`],
    ["status", `Status${n}`],
    ["extra", `Item${n} | null`],
    ["limit", "number"],
  ];
  // Each method takes its parameters in an order of its own.
  const turned = [...types.slice(method % 5, 5), ...types.slice(0, method % 5)];
  const parameters = [...turned.map(([name, type]) => `${name}: ${type}`), "limit = 10"].join(", ");
  return `  /**
   * Does step ${method} of service ${n}.
   * @param id the order's number
   * @param limit how many at most
   */
  @Tool() step${method}(${parameters}): Order${n}[] {
    return [order, { ...order, id: id + address.city + status + String(extra?.sku) }].slice(0, limit);
  }`;
}

/** Where the compiler that is measured stands. */
export const COMPILER = join(dirname(CORE), "compiler");
