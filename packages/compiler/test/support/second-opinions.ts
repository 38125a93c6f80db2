import ts from "typescript";
import type { TempProject } from "./project";
import { explain, type Explanation } from "../../src/second-opinion/explain";
import { secondOpinionOver } from "../../src/second-opinion/generator";
import { modernized } from "../../src/second-opinion/modernize";
import { contextsWithDocs } from "../../src/second-opinion/program";
import { NO_ENV } from "../../src/walk/written";
import { writtenOf } from "../../src/walk/written-values";

/** Explains how a schema of a variable's type, said to be ours, differs from the other generator's. */
export type Opinion = (schema: object) => Explanation;

/** One for each variable of a file. */
export function opinionsOn(project: TempProject, file: string): Map<string, Opinion> {
  const [context] = contextsWithDocs(project.path("tsconfig.json"), project.root);
  const ask = context && secondOpinionOver(context.checker);
  if (!ask) throw new Error("typescript-json-schema is not installed");
  const statements = context.program.getSourceFile(project.path(file))?.statements ?? [];
  const variables = statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  );
  return new Map(
    variables.map((variable): [string, Opinion] => {
      const type = context.checker.getTypeAtLocation(variable.name);
      const place = { path: "", type, written: writtenOf(context, variable, NO_ENV), theirs: ask(type) };
      return [
        variable.name.getText(),
        (schema) => explain({ ...place, ours: modernized(schema) }, { context, ask, docs: new Map() }),
      ];
    }),
  );
}
