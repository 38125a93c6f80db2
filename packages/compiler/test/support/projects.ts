import { lightProject } from "./ask";
import type { TempProject } from "./project";

/** Light projects of one test file, removed at its end. */
export function lightProjects(): (files: { [path: string]: string | object }) => TempProject {
  const projects: TempProject[] = [];
  afterAll(() => {
    for (const made of projects) made.remove();
  });
  return (files) => {
    const made = lightProject(files);
    projects.push(made);
    return made;
  };
}
