import type {
  Diagnostic,
  FunctionManifest,
  JsonSchema,
  Manifest,
  ParamManifest,
  ToolManifest,
} from "@skills/core";
import { compile } from "@skills/compiler";
import { TempProject } from "./project";

/** What became of a project's tools, for assertions. */
export class Compiled {
  constructor(
    readonly manifest: Manifest,
    readonly diagnostics: Diagnostic[],
  ) {}

  /** @param name `Class.method`, or the method alone where one class has it */
  tool(name: string): ToolManifest {
    const [method, className] = name.split(".").reverse();
    const found = this.manifest.skills
      .filter((skill) => className === undefined || skill.class === className)
      .flatMap(({ tools }) => tools)
      .find((tool) => tool.method === method);
    if (!found) throw new Error(`no tool ${name}; ${JSON.stringify(this.diagnostics, null, 2)}`);
    return found;
  }

  has(method: string): boolean {
    return this.manifest.skills.some(({ tools }) => tools.some((tool) => tool.method === method));
  }

  /** The schema of one property of a tool's input. */
  property(tool: string, name: string): JsonSchema | undefined {
    return this.tool(tool).inputSchema.properties?.[name];
  }

  param(tool: string, name: string): ParamManifest | undefined {
    return this.tool(tool).params.find((param) => param.name === name);
  }

  function(name: string): FunctionManifest | undefined {
    return this.manifest.functions.find((candidate) => candidate.name === name);
  }

  of(method: string): Diagnostic[] {
    return this.diagnostics.filter((diagnostic) => diagnostic.method === method);
  }
}

export function compiled(files: { [path: string]: string | object }): Compiled {
  const project = new TempProject(files);
  try {
    const { manifest, diagnostics } = compile({ project: project.root });
    return new Compiled(manifest, diagnostics);
  } finally {
    project.remove();
  }
}

/** One class with these members, and declarations before it. */
export function skillClass(members: string, before = ""): string {
  return `
    import { Tool, Param, ToolContext, BasicToolSet, ok, err, type Int, type Result } from "@skills/core";
    ${before}
    export class Subject {
      ${members}
    }
  `;
}
