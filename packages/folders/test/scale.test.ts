import { catalogue } from "../src";
import { goodSkill, useDisk } from "./folders";

const disk = useDisk();

/** Milliseconds of processor time, at best: what else the machine does counts little. */
function cost(run: () => void): number {
  return Math.min(
    ...Array.from({ length: 3 }, () => {
      const before = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    }),
  );
}

test("five times as many folders cost about five times as much to find and to list", () => {
  const fill = (base: string, count: number) => {
    for (let at = 0; at < count; at += 1) {
      const name = `skill-${String(at)}`;
      disk().write(`${base}/.claude/skills/${name}/SKILL.md`, goodSkill(name, "Do it. ".repeat(500)));
    }
    return { cwd: `${disk().root}/${base}`, settingSources: ["project" as const] };
  };
  const [few, many] = [fill("few", 200), fill("many", 1000)];
  disk().find(few);
  const run = (options: typeof few) =>
    cost(() => catalogue(disk().find(options).skills, { maxCharacters: 5000 }));
  // A cost that grows with the square would be 25 times as much.
  expect(run(many) / run(few)).toBeLessThan(15);
});
