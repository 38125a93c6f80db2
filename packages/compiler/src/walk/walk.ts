import ts from "typescript";
import type { Context } from "../context";
import { saidInDoc } from "../docs/tags";
import { docOf } from "../docs/comments";
import { Refusal, type Problem } from "../problems";
import { instanceClassOf } from "../class-name";
import { builtInOf } from "./built-ins";
import { applySaid } from "./constraints";
import { isNamed, REFERENCE, type Definitions } from "./definitions";
import { describerOf } from "./kinds";
import { warnOfLostLimits } from "./lost-limits";
import { shape, type Shape } from "./shape";
import { inAnyWay, waysWritten } from "./unions";
import { behindValue, resolveWritten, type Written } from "./written";

/** A named type's uses count from here; deeper nesting than this is refused before the stack ends. */
const MAX_DEPTH = 400;
/** Types in one schema. Generics that grow at every step end here. */
const MAX_TYPES = 20_000;

/** A value whose type may let it be left out. */
export interface ValueShape {
  shape: Shape;
  optional: boolean;
}

/** One pass over the types of one tool's input or output. */
export class Walk {
  readonly definitions: Definitions;
  /** Where the walk stands, below the parameter: `.items[]`. */
  private readonly path: string[] = [];
  private visited = 0;
  private label = "";
  private instances = false;
  private readonly writtenAround: Written[] = [];
  private readonly warnedOf = new Set<ts.Node>();

  constructor(
    readonly context: Context,
    readonly direction: "input" | "output",
    /** Called for what is worth a warning and refuses nothing. */
    private readonly onWarning: (problem: Problem, message: string, help: string) => void,
  ) {
    this.definitions = context.definitions[direction];
    this.definitions.begin();
  }

  warn(problem: Problem, message: string, help: string): void {
    this.definitions.letPass();
    this.onWarning(problem, message, help);
  }

  /** A parameter or member: `undefined` in its type says that it may be absent. */
  value(type: ts.Type, written?: Written): ValueShape {
    const members = type.isUnion() ? type.types : [type];
    const present = members.filter((member) => !(member.flags & ts.TypeFlags.VoidLike));
    const optional = present.length < members.length;
    if (present.length === 0)
      throw this.refusal(
        "undescribable",
        `${this.here()} is always undefined`,
        "leave it out, or give it a type",
      );
    return {
      shape: this.type(optional ? this.withoutUndefined(present, type, written) : type, written),
      optional,
    };
  }

  /**
   * `Json | undefined` loses the name of `Json`. Where the syntax still has it, that type is described, so that a
   * recursive one is found to be so.
   */
  private withoutUndefined(
    present: readonly ts.Type[],
    type: ts.Type,
    written: Written | undefined,
  ): ts.Type {
    const [only] = present;
    if (only && present.length === 1) return only;
    const node = written && behindValue(this.context, written).node;
    const candidates =
      !node || !ts.isTypeNode(node) ? [] : ts.isUnionTypeNode(node) ? [...node.types] : [node];
    const isSame = (other: ts.Type): boolean =>
      other.isUnion() &&
      other.types.length === present.length &&
      other.types.every((member) => present.includes(member));
    return (
      candidates.map((candidate) => this.context.checker.getTypeFromTypeNode(candidate)).find(isSame) ?? type
    );
  }

  /** Any type, by its name where it has one, with what its aliases say of it. */
  type(type: ts.Type, written?: Written): Shape {
    this.visited += 1;
    if (this.visited > MAX_TYPES || this.path.length > MAX_DEPTH)
      throw this.refusal(
        "tooLarge",
        `${this.here()} is too large to describe`,
        "split the type, or take less at once",
      );
    const resolved = written && resolveWritten(this.context, written);
    const described = this.within(written, () => this.asWritten(type, resolved?.written));
    return (resolved?.aliases ?? []).reduceRight(
      (inner, alias) => this.withAliasDoc(inner, alias, type),
      described,
    );
  }

  private asWritten(type: ts.Type, written: Written | undefined): Shape {
    const ways = written ? waysWritten(this.context, type, written) : [];
    if (ways.length > 0) return inAnyWay(this, type, ways);
    warnOfLostLimits(this, type, written);
    return this.named(type, written);
  }

  /** Describe what has its type from what was written, or from parts of that. */
  within<Result>(written: Written | undefined, describe: () => Result): Result {
    if (!written) return describe();
    this.writtenAround.push(written);
    const result = describe();
    this.writtenAround.pop();
    return result;
  }

  /** What the types were written in that are described now, outermost first. */
  get origins(): readonly Written[] {
    return this.writtenAround;
  }

  /** Once for what was written, however many of its parts lost a name. */
  warnOfLost(origin: Written, alias: string): void {
    if (this.warnedOf.has(origin.node)) return;
    this.warnedOf.add(origin.node);
    this.warn(
      "lostLimits",
      `${this.here()} is worked out from ${excerpt(origin.node)}, in which the limits of ${alias} are lost`,
      "write the type that comes of it, with the names of its parts",
    );
  }

  /** A type without regard to its name: for what is described in place. */
  unnamed(type: ts.Type, written?: Written): Shape {
    return describerOf(type)(this, type, written);
  }

  /** Walk into a part: its place stands in what is refused inside. */
  into<Result>(step: string, describe: () => Result): Result {
    this.path.push(step);
    const result = describe();
    this.path.pop();
    return result;
  }

  /**
   * Describe a value of which it is known, or not, that something names the class of the instances in it. Arrays,
   * unions and maps pass that on; members of an object each have their own.
   */
  withInstances<Result>(areNamed: boolean, describe: () => Result): Result {
    const before = this.instances;
    this.instances = areNamed;
    const result = describe();
    this.instances = before;
    return result;
  }

  /** Begin at a parameter or return value, whatever was described or refused before. */
  begin(label: string): void {
    this.label = label;
    this.path.length = 0;
    this.instances = false;
    this.writtenAround.length = 0;
    this.warnedOf.clear();
  }

  refusal(problem: Problem, message: string, help: string): Refusal {
    return new Refusal(problem, message, help);
  }

  /** The place of the walk in words, for messages that begin with what is described. */
  here(): string {
    if (this.path.length === 0) return "it";
    const [near, far] = [this.path.slice(0, 6), this.path.slice(6)];
    const end = far.length > 6 ? ["…", ...far.slice(-3)] : far;
    return `\`${this.label}${[...near, ...end].join("")}\``;
  }

  private warnOfPlainInstance(type: ts.Type): void {
    const name = instanceClassOf(type);
    if (this.direction === "output" || this.instances || name === undefined || builtInOf(this.context, type))
      return;
    this.warn(
      "plainInstance",
      `${this.here()} is of class ${name}, but nothing names the class there: the method receives a plain object`,
      `put @Type(() => ${name}) on the property or @Param({ type: () => ${name} }) on the parameter, or take an interface`,
    );
  }

  private named(type: ts.Type, written: Written | undefined): Shape {
    this.warnOfPlainInstance(type);
    const known = this.definitions.find(type, written);
    if (known?.open) {
      if (!isNamed(type))
        throw this.refusal(
          "undescribable",
          `${this.here()} has the type ${this.context.text(type)}, which contains itself and has no name`,
          "give the type a name: interface Node { … }",
        );
      known.recursive = true;
      return this.reference(known.id);
    }
    if (!known && !this.canRecur(type)) return this.unnamed(type, written);
    const definition =
      known ??
      this.definitions.define(
        type,
        written,
        () => this.unnamed(type, written),
        ({ recursive, shape }) => recursive || (isNamed(type) && isObject(type) && isClosedOver(shape)),
      );
    return definition.inPlace ? definition.shape : this.reference(definition.id);
  }

  /** Only these can contain themselves; arrays and unions do so only under names of their own. */
  private canRecur(type: ts.Type): boolean {
    if (type.aliasSymbol) return true;
    const { checker } = this.context;
    return (
      isObject(type) &&
      !checker.isArrayType(type) &&
      !checker.isTupleType(type) &&
      !builtInOf(this.context, type)
    );
  }

  private reference(id: number): Shape {
    return shape({ $ref: `${REFERENCE}${String(id)}` }, { to: "ref", name: String(id) });
  }

  /** What the doc comment of an alias says holds for everything that is typed by it. */
  private withAliasDoc(inner: Shape, alias: ts.TypeAliasDeclaration, type: ts.Type): Shape {
    const symbol = this.context.checker.getSymbolAtLocation(alias.name);
    if (this.context.isCore("Int", symbol))
      return this.isAliased(alias, type) ? applySaid(this, inner, { integer: true }) : inner;
    if (this.context.program.isSourceFileDefaultLibrary(alias.getSourceFile())) return inner;
    const said = saidInDoc(docOf(alias));
    return said && this.isAliased(alias, type) ? applySaid(this, inner, said) : inner;
  }

  /** Whether the type is still what the alias stands for: a mapped type may have kept the syntax and changed it. */
  private isAliased(alias: ts.TypeAliasDeclaration, type: ts.Type): boolean {
    if (alias.typeParameters) return true;
    const { checker } = this.context;
    const declared = checker.getTypeFromTypeNode(alias.type);
    const held = type.isTypeParameter() ? (checker.getBaseConstraintOfType(type) ?? type) : type;
    return declared === held || checker.isTypeAssignableTo(declared, held);
  }
}

function excerpt(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function isObject(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
}

/** Dates, arrays and the like are short: they stay where they are used. */
function isClosedOver({ schema }: Shape): boolean {
  return schema.type === "object" && (schema.properties !== undefined || schema.anyOf !== undefined);
}
