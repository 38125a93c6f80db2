import { createRequire } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { SkillsError } from "../errors";
import { framesOf, type Site } from "./call-site";

/** As much of `@skills/folders` as is used here. */
interface Folders {
  readSkillFolder(path: string): FolderText;
}

export interface FolderText {
  description: string;
  instructions: string;
}

/**
 * What the SKILL.md of a class's folder says. A path is from the class's own file.
 * @throws SkillsError S112 where `@skills/folders` is not installed, S117 where the class's file is not known, and
 *   whatever `readSkillFolder` says of the folder
 */
export function readFolderOf(folder: string, site: Site | undefined): FolderText {
  const file = site && framesOf(site)[0]?.file;
  if (file === undefined && !isAbsolute(folder)) {
    throw new SkillsError(
      "S117",
      `the skill folder ${folder} is given from the class's own file, which is not known`,
      {
        help: "give an absolute path",
      },
    );
  }
  const path = resolve(file ? dirname(file) : "", folder);
  return loadFolders(file ?? join(path, "SKILL.md")).readSkillFolder(path);
}

/** Found from a file of the user's, so that it is the one that they installed. */
function loadFolders(file: string): Folders {
  const load = createRequire(file);
  let path: string;
  try {
    path = load.resolve("@skills/folders");
  } catch (cause) {
    throw new SkillsError(
      "S112",
      "@Skill({ folder }) needs the package @skills/folders, which is not installed",
      {
        help: "install @skills/folders",
        cause,
      },
    );
  }
  return load(path) as Folders;
}
