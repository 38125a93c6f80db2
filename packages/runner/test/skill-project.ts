import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A project on the disk, with skill folders. */
export class SkillProject {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "query-")));

  /** Writes a file; the path is from the project. */
  write(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  skill(name: string, body: string, fields = ""): void {
    const frontmatter = `name: ${name}\ndescription: About ${name}.\n${fields}`;
    this.write(`.claude/skills/${name}/SKILL.md`, `---\n${frontmatter}---\n\n${body}\n`);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** A project for the tests of a file, made anew for each. */
export function useProject(): () => SkillProject {
  let project: SkillProject;
  beforeEach(() => (project = new SkillProject()));
  afterEach(() => project.remove());
  return () => project;
}
