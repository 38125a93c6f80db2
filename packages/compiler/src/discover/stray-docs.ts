import ts from "typescript";
import { docOf } from "../docs/comments";
import type { Callable } from "./callable";

/**
 * Warns of a `@param` whose name no parameter has: what it says reaches no schema. A destructured parameter may be
 * called anything, so that next to one nothing is certain; an inherited comment is its own class's affair; a type
 * parameter has no place in a schema.
 */
export function warnOfStrayDocs({ context, declarations, location, spot }: Callable): void {
  const parameters = declarations.flatMap((declaration) => [...declaration.parameters]);
  if (!parameters.every(({ name }) => ts.isIdentifier(name))) return;
  const names = new Set(parameters.map(({ name }) => name.getText()));
  const ofTypes = declarations.flatMap(({ typeParameters = [] }) =>
    typeParameters.map(({ name }) => name.text),
  );
  const own = declarations.filter(({ parent }) => !ts.isClassLike(parent) || parent === location);
  for (const [path, { description }] of own.flatMap((declaration) => [
    ...(docOf(declaration)?.params ?? []),
  ])) {
    const [name = ""] = path.split(".");
    if (names.has(name) || ofTypes.includes(name)) continue;
    // Where no name can be read, all of the text is the description.
    const [called = ""] = path === "" ? description.split(/\s/) : [path];
    if (called === "" || ofTypes.some((type) => called === `<${type}>`)) continue;
    context.report(
      "strayDoc",
      spot,
      `@param ${called} names no parameter: what it says is in no schema`,
      names.size > 0 ? `call it by its name: ${[...names].join(", ")}` : "remove it: there are no parameters",
    );
  }
}
