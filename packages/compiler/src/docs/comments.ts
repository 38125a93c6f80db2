import ts from "typescript";
import { bare } from "../constants";
import { parseDocComment, type DocComment } from "./jsdoc";

const parsed = new WeakMap<ts.Node, DocComment | undefined>();

/** The doc comment of a declaration; the one nearest to it where there are several. */
export function docOf(node: ts.Node): DocComment | undefined {
  if (parsed.has(node)) return parsed.get(node);
  const text = [holderOf(node), ...placesOfAddition(node)]
    .map(commentOf)
    .find((comment) => comment !== undefined);
  const doc = text === undefined ? undefined : parseDocComment(text);
  parsed.set(node, doc);
  return doc;
}

/** The node before which a declaration's comment is written: the statement of `const f = () => {}`. */
function holderOf(node: ts.Node): ts.Node {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    const { parent } = node;
    return ts.isVariableDeclaration(parent) ? holderOf(parent) : node;
  }
  if (ts.isVariableDeclaration(node) && ts.isVariableDeclarationList(node.parent)) return node.parent.parent;
  return node;
}

/**
 * Where a function that is written in place as what is added may be documented, too: the argument, and the statement
 * `set.addTool(() => {})` or `const f = set.addTool(…)`.
 */
function placesOfAddition(node: ts.Node): ts.Node[] {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return [];
  let given: ts.Expression = node;
  while (ts.isExpression(given.parent) && bare(given.parent) === node) given = given.parent;
  const call = given.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== given) return [];
  const { expression, parent } = call;
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== "addTool") return [];
  const isAlone =
    ts.isVariableDeclaration(parent) || ts.isExpressionStatement(parent) || ts.isReturnStatement(parent);
  return isAlone ? [given, holderOf(parent)] : [given];
}

/**
 * Which comment belongs to which member is decided here, not by TypeScript, which loses a comment on the line of
 * the previous member or of the opening brace.
 */
function commentOf(node: ts.Node): string | undefined {
  const source = node.getSourceFile();
  const comments = docComments(source.text, node.getFullStart());
  const own = comments.filter((comment) => !trails(comment, node, source));
  return own.at(-1)?.text ?? trailing(node, source);
}

interface Comment {
  text: string;
  pos: number;
  end: number;
}

function docComments(text: string, pos: number): Comment[] {
  // At the start of a file both lists hold the same comments.
  const ranges = new Map(
    [...(ts.getTrailingCommentRanges(text, pos) ?? []), ...(ts.getLeadingCommentRanges(text, pos) ?? [])].map(
      (range) => [range.pos, range],
    ),
  );
  return [...ranges.values()]
    .map((range) => ({ text: text.slice(range.pos, range.end), pos: range.pos, end: range.end }))
    .filter((comment) => /^\/\*\*(?!\/|\*)/.test(comment.text));
}

/** Whether a comment ends the line of the previous member, which has none before it: then it speaks of that one. */
function trails(comment: Comment, node: ts.Node, source: ts.SourceFile): boolean {
  const { text } = source;
  const before = text.slice(node.getFullStart(), comment.pos);
  const after = text.slice(comment.end, node.getStart(source));
  const previous = previousMember(node);
  if (!previous || before.includes("\n") || !after.includes("\n")) return false;
  return !docComments(text, previous.getFullStart()).some((own) => !trails(own, previous, source));
}

/** A comment behind a member, on its last line: before its separator, or where nothing else follows on that line. */
function trailing(node: ts.Node, source: ts.SourceFile): string | undefined {
  if (!isMember(node)) return undefined;
  const behind = /^[,;]?/.exec(source.text.slice(node.end))?.[0].length ?? 0;
  const [comment] = docComments(source.text, node.end + behind);
  if (!comment || source.text.slice(node.end, comment.pos).includes("\n")) return undefined;
  return /^[ \t]*(?:[,;)}\r\n]|$)/.test(source.text.slice(comment.end)) ? comment.text : undefined;
}

function isMember(node: ts.Node): boolean {
  return (
    ts.isTypeElement(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isEnumMember(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node)
  );
}

function previousMember(node: ts.Node): ts.Node | undefined {
  const siblings = membersOf(node.parent);
  return siblings[siblings.indexOf(node) - 1];
}

function membersOf(parent: ts.Node): readonly ts.Node[] {
  if (ts.isTypeLiteralNode(parent) || ts.isInterfaceDeclaration(parent) || ts.isClassLike(parent))
    return parent.members;
  if (ts.isFunctionLike(parent)) return parent.parameters;
  if (ts.isObjectBindingPattern(parent)) return parent.elements;
  return [];
}
