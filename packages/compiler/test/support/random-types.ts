import fc, { type GeneratorValue } from "fast-check";

/** A value, as JSON and as the TypeScript expression for it. */
export interface Sample {
  json: unknown;
  text: string;
}

/** A type with values that fit it, and values made from those by one change: most of them do not fit. */
export interface RandomType {
  text: string;
  fit(): Sample;
  changed(): Sample;
}

/** A type as it is declared: what stands before it, and some values. */
export interface RandomCase {
  declarations: string[];
  type: string;
  fits: Sample[];
  changed: Sample[];
}

const plain = (json: unknown): Sample => ({ json, text: JSON.stringify(json) });

/** Values of every kind, none of which is a value that a generated literal or enum has. */
const STRANGERS = [null, true, false, 1.5, "stranger", {}, [], { stranger: 1.5 }, ["stranger"]].map(plain);

const LITERALS = ["z", "a", "m", 10, 2, 1];

/**
 * Names are never used twice, so that no object has a member of another: TypeScript lets such members pass in unions
 * of objects, where a closed schema does not.
 */
class Maker {
  readonly declarations: string[] = [];
  private names = 0;

  constructor(private readonly draw: GeneratorValue) {}

  type(depth: number): RandomType {
    const leaves = [this.primitive, this.literal, this.literals, this.enumeration, this.template];
    const nested = [
      ...[this.object, this.object, this.array, this.tuple, this.union, this.nullable, this.variants],
      ...[this.record, this.keyed, this.utility, this.intersection, this.generic, this.recursive, this.alias],
    ];
    const make = this.pick(depth === 0 ? leaves : [...leaves, ...nested]);
    return make.call(this, depth - 1);
  }

  sample(depth: number): RandomCase {
    const { text, fit, changed } = this.type(depth);
    return {
      declarations: this.declarations,
      type: text,
      fits: [fit(), fit()],
      changed: [changed(), changed(), changed(), this.stranger()],
    };
  }

  private pick<T>(values: readonly T[]): T {
    return values[this.draw(fc.nat, { max: values.length - 1 })] as T;
  }

  private count(most: number): number {
    return this.draw(fc.integer, { min: 0, max: most });
  }

  private name(prefix: string): string {
    this.names += 1;
    return `${prefix}${String(this.names)}`;
  }

  private readonly stranger = (): Sample => this.pick(STRANGERS);

  private leaf(text: string, values: readonly (Sample | string | number | boolean)[]): RandomType {
    const samples = values.map((value) => (typeof value === "object" ? value : plain(value)));
    return { text, fit: () => this.pick(samples), changed: this.stranger };
  }

  private primitive(): RandomType {
    return this.pick([
      this.leaf("string", ["", "text", "stranger"]),
      this.leaf("number", [0, -2, 0.25, 1e21]),
      this.leaf("boolean", [true, false]),
      this.leaf("null", [plain(null)]),
      this.leaf("unknown", [plain(null), 7, "text", plain({ any: [1] })]),
    ]);
  }

  private literal(): RandomType {
    const value = this.pick(["one", "two", 3, -4, true]);
    return this.leaf(JSON.stringify(value), [value]);
  }

  private literals(): RandomType {
    const values = this.draw(fc.shuffledSubarray<string | number>, LITERALS, { minLength: 2 });
    return this.leaf(`(${values.map((value) => JSON.stringify(value)).join(" | ")})`, values);
  }

  private enumeration(): RandomType {
    const name = this.name("Enum");
    const values = this.pick([
      ["up", "down"],
      [4, 5],
      ["mixed", 6],
    ]);
    const members = values.map((value, index) => `M${String(index)} = ${JSON.stringify(value)}`);
    this.declarations.push(`enum ${name} { ${members.join(", ")} }`);
    return this.leaf(
      name,
      values.map((json, index) => ({ json, text: `${name}.M${String(index)}` })),
    );
  }

  private template(): RandomType {
    return this.pick([
      this.leaf("`id_${number}`", ["id_1", "id_-2.5"]),
      this.leaf("`${'a' | 'b'}-${string}`", ["a-", "b-x y"]),
    ]);
  }

  private array(depth: number): RandomType {
    const element = this.type(depth);
    const text = this.pick([`(${element.text})[]`, `Array<${element.text}>`, `readonly (${element.text})[]`]);
    return {
      text: `(${text})`,
      fit: () => list(Array.from({ length: this.count(2) }, element.fit)),
      changed: () => this.pick([this.stranger, () => list([element.fit(), element.changed()])])(),
    };
  }

  private tuple(depth: number): RandomType {
    const [first, second, rest] = [this.type(depth), this.type(depth), this.type(depth)];
    const isOptional = this.pick([true, false]);
    const isOpen = this.pick([true, false]);
    const tail = isOpen ? `, ...(${rest.text})[]` : "";
    const fit = (): Sample[] => [
      first.fit(),
      ...(isOptional && !isOpen && this.pick([true, false]) ? [] : [second.fit()]),
    ];
    return {
      text: `[${first.text}, (${second.text})${isOptional ? "?" : ""}${tail}]`,
      fit: () => list(fit()),
      changed: () =>
        list(
          this.pick([
            () => [],
            () => [first.fit()],
            () => [first.changed(), second.fit()],
            () => [first.fit(), second.changed()],
            () => [first.fit(), second.fit(), rest.fit()],
            () => [first.fit(), second.fit(), rest.changed()],
          ])(),
        ),
    };
  }

  /** Members with their types; the last ones are optional. */
  private members(depth: number): ObjectOf {
    const count = 1 + this.count(2);
    const required = this.count(count);
    return new ObjectOf(
      Array.from({ length: count }, (_, index) => ({
        name: this.name("m"),
        type: this.type(depth),
        isOptional: index >= required,
      })),
      (values) => this.pick(values),
      this.stranger,
    );
  }

  private object(depth: number): RandomType {
    const members = this.members(depth);
    const form = this.pick(["literal", "interface", "extends", "class"] as const);
    if (form === "literal") return members.as(members.literal());
    const name = this.name("Object");
    if (form === "interface") this.declarations.push(`interface ${name} ${members.literal()}`);
    if (form === "class") this.declarations.push(`declare class ${name} ${members.literal()}`);
    if (form !== "extends") return members.as(name);
    const base = this.members(depth);
    this.declarations.push(`interface ${name}Base ${base.literal()}`);
    this.declarations.push(`interface ${name} extends ${name}Base ${members.literal()}`);
    return members.with(base).as(name);
  }

  private intersection(depth: number): RandomType {
    const [one, other] = [this.members(depth), this.members(depth)];
    return one.with(other).as(`(${one.literal()} & ${other.literal()})`);
  }

  private utility(depth: number): RandomType {
    const members = this.members(depth);
    const [first] = members.members;
    const text = members.literal();
    return this.pick([
      () => members.mapped(() => true).as(`Partial<${text}>`),
      () => members.mapped(() => false).as(`Required<${text}>`),
      () => members.as(`Readonly<${text}>`),
      () => members.only(({ name }) => name === first?.name).as(`Pick<${text}, "${first?.name ?? ""}">`),
      () =>
        members
          .with(this.members(0))
          .only(({ name }) => members.has(name))
          .as(`Omit<${text} & { gone: 1 }, "gone">`),
    ])();
  }

  private record(depth: number): RandomType {
    const value = this.type(depth);
    return {
      text: this.pick([`Record<string, ${value.text}>`, `{ [key: string]: ${value.text} }`]),
      fit: () =>
        record(Array.from({ length: this.count(2) }, (_, index) => [`key${String(index)}`, value.fit()])),
      changed: () => this.pick([this.stranger, () => record([["key", value.changed()]])])(),
    };
  }

  private keyed(depth: number): RandomType {
    const value = this.type(depth);
    const names = [this.name("k"), this.name("k")];
    const members = names.map((name) => ({ name, type: value, isOptional: false }));
    const object = new ObjectOf(members, (values) => this.pick(values), this.stranger);
    return object.as(`Record<${names.map((name) => JSON.stringify(name)).join(" | ")}, ${value.text}>`);
  }

  private union(depth: number): RandomType {
    const other = this.leaf("boolean", [true, false]);
    return this.either(this.type(depth), this.pick([other, this.literal(), this.enumeration()]));
  }

  private nullable(depth: number): RandomType {
    return this.either(this.type(depth), this.leaf("null", [plain(null)]));
  }

  private either(one: RandomType, other: RandomType): RandomType {
    return {
      text: `(${one.text} | ${other.text})`,
      fit: () => this.pick([one, other]).fit(),
      changed: () => this.pick([one, other]).changed(),
    };
  }

  private variants(depth: number): RandomType {
    const made = ["first", "second"].map((value) => {
      const kind = { name: "kind", type: this.leaf(JSON.stringify(value), [value]), isOptional: false };
      const object = this.members(depth).including(kind);
      return object.as(object.literal());
    });
    return this.either(made[0] ?? this.literal(), made[1] ?? this.literal());
  }

  private generic(depth: number): RandomType {
    const inner = this.type(depth);
    const [name, member] = [this.name("Box"), this.name("m")];
    this.declarations.push(`interface ${name}<T> { ${member}: T; ${member}s?: T[] }`);
    const many = {
      text: `${inner.text}[]`,
      fit: () => list([inner.fit()]),
      changed: () => list([inner.changed()]),
    };
    const members = [
      { name: member, type: inner, isOptional: false },
      { name: `${member}s`, type: many, isOptional: true },
    ];
    return new ObjectOf(members, (values) => this.pick(values), this.stranger).as(`${name}<${inner.text}>`);
  }

  private recursive(depth: number): RandomType {
    const value = this.type(depth);
    const [name, member] = [this.name("Tree"), this.name("m")];
    this.declarations.push(`interface ${name} { ${member}: ${value.text}; kids?: ${name}[] }`);
    const node = (inner: Sample, kids?: Sample): Sample =>
      record([[member, inner], ...(kids ? [["kids", list([kids])] as const] : [])]);
    return {
      text: name,
      fit: () => this.pick([() => node(value.fit()), () => node(value.fit(), node(value.fit()))])(),
      changed: () =>
        this.pick([
          () => node(value.changed()),
          () => node(value.fit(), node(value.changed())),
          () => node(value.fit(), this.stranger()),
        ])(),
    };
  }

  private alias(depth: number): RandomType {
    const inner = this.type(depth);
    const name = this.name("Alias");
    this.declarations.push(`type ${name} = ${inner.text};`);
    return { ...inner, text: name };
  }
}

interface Member {
  name: string;
  type: RandomType;
  isOptional: boolean;
}

/** An object type by its members, whatever name it goes by. */
class ObjectOf {
  constructor(
    readonly members: readonly Member[],
    private readonly pick: <T>(values: readonly T[]) => T,
    private readonly stranger: () => Sample,
  ) {}

  literal(): string {
    const members = this.members.map(
      ({ name, type, isOptional }) => `${name}${isOptional ? "?" : ""}: ${type.text}`,
    );
    return `{ ${members.join("; ")} }`;
  }

  has(name: string): boolean {
    return this.members.some((member) => member.name === name);
  }

  with(other: ObjectOf): ObjectOf {
    return this.of([...this.members, ...other.members]);
  }

  including(member: Member): ObjectOf {
    return this.of([member, ...this.members]);
  }

  only(isKept: (member: Member) => boolean): ObjectOf {
    return this.of(this.members.filter(isKept));
  }

  mapped(isOptional: (member: Member) => boolean): ObjectOf {
    return this.of(this.members.map((member) => ({ ...member, isOptional: isOptional(member) })));
  }

  as(text: string): RandomType {
    const fit = (): [string, Sample][] =>
      this.members.flatMap(({ name, type, isOptional }): [string, Sample][] =>
        isOptional && this.pick([true, false]) ? [] : [[name, type.fit()]],
      );
    const one = this.pick(this.members);
    return {
      text,
      fit: () => record(fit()),
      changed: () =>
        this.pick([
          this.stranger,
          () => record(fit().filter(([name]) => name !== one.name)),
          () => record([...fit(), ["stranger", plain(1)]]),
          () => record([...fit().filter(([name]) => name !== one.name), [one.name, one.type.changed()]]),
        ])(),
    };
  }

  private of(members: readonly Member[]): ObjectOf {
    return new ObjectOf(members, this.pick, this.stranger);
  }
}

function list(items: readonly Sample[]): Sample {
  return {
    json: items.map(({ json }) => json),
    text: `[${items.map(({ text }) => text).join(", ")}]`,
  };
}

function record(entries: readonly (readonly [string, Sample])[]): Sample {
  return {
    json: Object.fromEntries(entries.map(([name, { json }]) => [name, json])),
    text: `{ ${entries.map(([name, { text }]) => `${name}: ${text}`).join(", ")} }`,
  };
}

/** Types up to three deep, with declarations of their own and values. */
export const randomCase: fc.Arbitrary<RandomCase> = fc.gen().map((draw) => new Maker(draw).sample(3));
