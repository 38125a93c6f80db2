import ts from "typescript";
import { saidByValidators, type ValidatorSaid } from "./class-validator";
import type { Context } from "../context";
import { decoratorsFrom } from "../decorators";
import { docOf } from "../docs/comments";
import { saidInDoc } from "../docs/tags";
import { saidInParam } from "./param-options";
import { mergeSaid, type Said } from "./said";

/** All that is said of a member of an object, by the one rule of `mergeSaid`. */
export function saidOfProperty(context: Context, member: ts.Symbol): ValidatorSaid {
  const declarations = member.declarations ?? [];
  const [decorated] = declarations;
  const doc = declarations.map(saidInDocsOfMember).find((found) => found !== undefined);
  const validators = decorated && saidByValidators(context, decorated);
  const merged: ValidatorSaid = mergeSaid(
    validators,
    doc,
    decorated && saidInParam(context, decorated)?.said,
  );
  if (validators?.presence) merged.presence = validators.presence;
  return merged;
}

/** A constructor's parameter property may be documented by the constructor's comment. */
function saidInDocsOfMember(declaration: ts.Declaration): Said | undefined {
  const own = saidInDoc(docOf(declaration));
  if (!ts.isParameter(declaration) || !ts.isIdentifier(declaration.name)) return own;
  const byConstructor = saidInDoc(docOf(declaration.parent)?.params.get(declaration.name.text));
  return own && byConstructor ? mergeSaid(own, byConstructor) : (own ?? byConstructor);
}

/** Whether a declaration says which class makes the instances in its value. */
export function namesInstance(context: Context, declaration: ts.Declaration | undefined): boolean {
  if (!declaration) return false;
  return (
    [...decoratorsFrom(context, declaration, "class-transformer")].some(({ name }) => name === "Type") ||
    saidInParam(context, declaration)?.namesType === true
  );
}
