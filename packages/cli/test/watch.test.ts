import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { untilStopped } from "../src/watch";
import { ORDERS, Project } from "./support/project";
import { BIN } from "./support/run";

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

test("build --watch builds again after a change, says nothing of its own writing, and stops when told to", async () => {
  const project = new Project({ "src/orders.ts": ORDERS });
  const child = spawn(process.execPath, [BIN, "build", "--watch"], { cwd: project.root });
  children.push(child);
  let out = "";
  const until = async (times: number): Promise<void> => {
    while (out.split("built in").length - 1 < times) {
      const [data] = (await once(child.stdout, "data")) as [Buffer];
      out += data.toString();
    }
  };
  await until(1);
  project.write("src/orders.ts", ORDERS.replace("id: string", "id: symbol"));
  while (!out.includes("Nothing was written.")) {
    const [data] = (await once(child.stdout, "data")) as [Buffer];
    out += data.toString();
  }
  project.write("src/orders.ts", ORDERS.replace("id: string", "id: number"));
  await until(2);
  expect(project.read("dist/skills.manifest.json")).toMatch(/"id":\{"type":"number"/);

  // A file in a new folder.
  project.write("src/shop/shop.ts", ORDERS.replace("Orders", "Shop"));
  await until(3);
  expect(out).toMatch(/2 tools, built in \S+ s\n$/);
  expect(out).not.toContain("nothing changed");

  child.kill("SIGINT");
  const [code] = (await once(child, "exit")) as [number | null];
  expect(code).toBe(0);
});

describe("the watch of folders", () => {
  const project = new Project({ "src/orders.ts": ORDERS });

  /** How often a change was told, until nothing more was for a while. */
  async function told(...folders: string[]): Promise<string[][]> {
    const signals = new EventEmitter() as unknown as NodeJS.Process;
    const given = folders.map((folder) => project.path(folder));
    const calls: string[][] = [];
    let quiet: NodeJS.Timeout | undefined;
    await untilStopped(
      given,
      () => {
        calls.push(given);
        clearTimeout(quiet);
        quiet = setTimeout(() => signals.emit("SIGINT"), 300);
        return given;
      },
      signals,
    );
    return calls;
  }

  test("tells of what may have changed before it began, once", async () => {
    expect(await told("src")).toHaveLength(1);
  });

  test("goes on without a folder that is gone", async () => {
    expect((await told("src", "gone")).length).toBeGreaterThan(0);
  });

  test("ends with the cause where a folder cannot be watched", async () => {
    await expect(told("src/orders.ts/inside")).rejects.toThrow(/ENOTDIR/);
  });
});
