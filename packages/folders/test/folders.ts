import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findSkills, type FindSkillsOptions, type FoundSkill, type FoundSkills } from "../src";

/** A project and a home of their own, on the disk. */
export class Disk {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "skills-")));
  readonly project = join(this.root, "project");
  readonly home = join(this.root, "home");
  readonly skills = join(this.project, ".claude", "skills");

  constructor() {
    mkdirSync(this.skills, { recursive: true });
    mkdirSync(this.home);
  }

  /** Writes a file; the path is from the root. Gives the whole path. */
  write(path: string, content: string | Uint8Array): string {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  /** Writes the SKILL.md of a skill of the project. */
  skill(name: string, content: string | Uint8Array): string {
    return this.write(`project/.claude/skills/${name}/SKILL.md`, content);
  }

  find(options: FindSkillsOptions = {}): FoundSkills {
    return findSkills({ cwd: this.project, home: this.home, ...options });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** A disk for the tests of a file, emptied after each. */
export function useDisk(): () => Disk {
  let disk: Disk;
  beforeEach(() => (disk = new Disk()));
  afterEach(() => disk.remove());
  return () => disk;
}

/** A whole SKILL.md. */
export function skillMd(fields: string, body = "Do it."): string {
  return `---\n${fields}\n---\n\n${body}\n`;
}

/** A SKILL.md whose name fits and whose description says something. */
export function goodSkill(name: string, body?: string, more = ""): string {
  return skillMd(`name: ${name}\ndescription: About ${name}${more}`, body);
}

/** What a skill is found as, and the codes of what was said on the way. */
export function named({ skills }: FoundSkills, name: string): FoundSkill {
  const skill = skills.find((each) => each.name === name);
  if (!skill) throw new Error(`${name} was not found among ${skills.map((each) => each.name).join(", ")}`);
  return skill;
}

/** `code:line severity` of each diagnostic. */
export function said({ diagnostics }: Pick<FoundSkills, "diagnostics">): string[] {
  return diagnostics.map(({ code, line, severity }) => `${code}:${String(line)} ${severity}`);
}
