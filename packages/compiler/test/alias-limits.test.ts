import { compiled, skillClass } from "./support/compiled";

/** What a type or value with limits may come through, as a method's parameters: the limits are kept. */
const KEPT = [
  // Patterns with defaults.
  "({ x = LAT } = {})",
  "({ a: x = LAT } = {})",
  "({ x } = { x: LAT })",
  "({ deep: { lat } } = OBJECT)",
  "({ deep: { lat } = { lat: LAT } } = {})",
  "({ cursor } = page)",
  "({ x = new Page<Lat>() } = {})",
  // Instances of generic classes, and what inherits from them.
  "(x = { in: new Page<Lat>() })",
  "(x = { page })",
  "(x = page.cursor)",
  "(x = page.next())",
  "(x = [new Kid()])",
  "(x: Kid['v'])",
  "(x: Partial<Page<Lat>>)",
  "(x: Page<Lat> & { k: string })",
  "(x: Omit<Kid, 'own'>)",
  "(x: IPartial)",
  "(x: IList)",
  "(x: IRecord)",
  "(x: Tree<Lat>)",
  "(x: InstanceType<typeof Kid>[])",
  // Elements, and values of records.
  "(x = LATS['a'])",
  "(x: (typeof LATS)[string])",
  "(x: IRecord[string])",
  "(x: { [name: string]: Lat; k: number }[string])",
  "(x = LATS.a)",
  "(x = LIST[0])",
  "(x = PAIR[0])",
  "(x = [LAT])",
  "(x = [...LIST])",
  "(x = [{ lat: LAT }] as const)",
  "(x = MAP.get('a'))",
  "(x = LIST.slice(1))",
  "(x = new Set<Lat>())",
  "(x: [...Pair<number>, Lat])",
  "(x: [...Lat[]])",
  // Members of unions, getters, parameter properties.
  "(x: Same['lat'])",
  "(x: Pick<Same, 'lat'>)",
  "(x: Accessors)",
  "(x: { get lat(): Lat; set lat(value: Lat) })",
  "(x: Constructed)",
  // Values.
  "(x = yes ? LAT : LAT)",
  "(x = maybe?.lat ?? LAT)",
  "(x = identity<Lat>(3))",
  "(x = inferred())",
  "(x: ReturnType<typeof inferred>)",
  "(x = DESTRUCTURED)",
  "(x: typeof DESTRUCTURED)",
  "(x = OBJECT['deep'].lat)",
  "(x: Awaited<Lat>)",
  "(x: Tagged<Lat>)",
  // Other files.
  "(x: Imported)",
  "(x: import('./other').Latitude)",
  "(x = other.DEFAULT)",
  "(x: Ambient)",
];

/** Where a name is lost that may have had limits. */
const WARNED = [
  "(x: Element<Lat[]>)",
  "(x: Element<Maybe[]>)",
  "(x: Element<Many[]>)",
  "(x: Parameters<(a: Lat) => void>[0])",
  "(x = identity(LAT))",
  "(x = [new Page(LAT)])",
  "({ cursor } = new Page(LAT))",
  "(x = Object.values(LATS))",
  "(x = LIST.map((lat) => lat))",
  "(x: typeof REST)",
  "(x: Different['lat'])",
  "(x: IPicked)",
  "(x: Uppercase<Name>)",
  "(x: `${Name}!`)",
];

/** What has no limits, though they are near: the types allow every number, and there is nothing to tell. */
const UNLIMITED = [
  "({ x = 5 } = {})",
  "(x = [new Page<number>()])",
  "(x = [new Page(3)])",
  "(x = [new KidOfNumbers()])",
  "(x = [new Bounded<number>()])",
  "(x = bounded.own)",
  "(x = PAIR[1])",
  "(x = [LAT, 3])",
  "(x = yes ? LAT : 3)",
  "(x = number ?? LAT)",
  "(x = either || LAT)",
  "(x = LAT as number)",
  "(x = LAT + 1)",
  "(x = LIST.length)",
  "(x = boundedIdentity(3))",
  "(x: [...Pair<number>, Lat][1])",
  "(x: Wider['lat'])",
  "(x: INumbers)",
  "(x: Record<keyof Page<Lat>, number>)",
  "(x: { [name: string]: number; lat: Lat }[string])",
  "(x: Overriding)",
  "(x: Omit<Mixed, 'lat'>)",
  "(x: ReturnType<typeof overloaded>)",
  "(x: Element<number[]>)",
  "(x: Inner<number[]>)",
  "(x: { of: Element<number[]>; in: Element<string[]> })",
];

const result = compiled({
  "other.ts": `/** @minimum 2 */ export type Latitude = number; export const DEFAULT: Latitude = 3;`,
  "ambient.d.ts": `/** @minimum 2 */ type Ambient = number;`,
  "subject.ts": skillClass(
    [
      ...KEPT.map((parameters, at) => `@Tool() k${String(at)}${parameters} {}`),
      ...WARNED.map((parameters, at) => `@Tool() w${String(at)}${parameters} {}`),
      ...UNLIMITED.map((parameters, at) => `@Tool() u${String(at)}${parameters} {}`),
    ].join("\n"),
    `import type { Latitude as Imported } from "./other";
     import * as other from "./other";
     /** @minimum 2 */ type Lat = number;
     /** @maximum 1 */ type Lng = number;
     /** @minLength 3 */ type Name = string;
     /** @minimum 2 */ type Maybe = number | null;
     /** @minItems 2 */ type Many = number[];
     declare const LAT: Lat;
     declare const yes: boolean, number: number | undefined, either: number | string;
     declare const maybe: { lat: Lat } | undefined;
     class Page<T> {
       items: T[] = [];
       cursor!: T;
       constructor(first?: T) {}
       next(): T { return this.cursor; }
     }
     const page = new Page<Lat>();
     class Base<T> { v!: T }
     class Kid extends Base<Lat> { own!: string }
     class KidOfNumbers extends Base<number> {}
     class Overriding extends Base<Lat> { declare v: number }
     class Bounded<T extends Lat> { own!: T }
     declare const bounded: Bounded<number>;
     interface Mixed { lat: Lat; plain: number }
     interface IPartial extends Partial<Mixed> {}
     interface IPicked extends Pick<Page<Lat>, "cursor"> {}
     interface INumbers extends Numbers<Mixed> {}
     interface IList extends Array<Lat> {}
     interface IRecord extends Record<string, Lat> {}
     interface Tree<T> { v: T; kids: Tree<T>[] }
     type Numbers<T> = { [K in keyof T]: number };
     type Pair<T> = [T, T];
     type Tagged<T> = T & { readonly __tag: "lat" };
     type Element<T> = T extends (infer U)[] ? U : never;
     type Inner<T> = T extends (infer U)[] ? U : Lat;
     type Same = { lat: Lat; a: 1 } | { lat: Lat; b: 2 };
     type Wider = { lat: Lat; a: 1 } | { lat: number; b: 2 };
     type Different = { lat: Lat; a: 1 } | { lat: Lng; b: 2 };
     declare const LATS: Record<string, Lat>;
     declare const LIST: Lat[];
     declare const PAIR: [Lat, number];
     declare const MAP: Map<string, Lat>;
     const OBJECT = { deep: { lat: LAT } };
     const { lat: DESTRUCTURED } = OBJECT.deep;
     const [, ...REST] = LIST;
     class Accessors { private inner = LAT; get lat() { return this.inner; } set lat(value) { this.inner = value; } }
     class Constructed { constructor(public lat: Lat) {} }
     declare function identity<T>(value: T): T;
     declare function boundedIdentity<T extends Lat = Lat>(value: T): T;
     function inferred() { return LAT; }
     declare function overloaded(a: string): Lat;
     declare function overloaded(a: number): number;`,
  ),
});

const lost = (tool: string) => result.of(tool).filter(({ code }) => code === "S222");
const limits = /"(minimum|maximum|minLength|minItems)":/;
/** A tuple has as many elements as it names, and a list no limits of its own: neither is said by an alias. */
const limitsOf = (tool: string) =>
  limits.exec(JSON.stringify(result.tool(tool).inputSchema).replace(/"minItems":\d+,"items":false/g, ""));

test.each(KEPT.map((parameters, at) => [parameters, `k${String(at)}`] as const))(
  "the limits are kept in %s",
  (_, tool) => {
    expect(JSON.stringify(result.tool(tool).inputSchema)).toContain('"minimum":2');
    expect(lost(tool)).toEqual([]);
  },
);

test.each(WARNED.map((parameters, at) => [parameters, `w${String(at)}`] as const))(
  "that limits are lost is told of in %s",
  (_, tool) => {
    expect(lost(tool)).toMatchObject([{ severity: "warning" }]);
    expect(limitsOf(tool)).toBeNull();
  },
);

test.each(UNLIMITED.map((parameters, at) => [parameters, `u${String(at)}`] as const))(
  "there are no limits, and nothing is said of them, in %s",
  (_, tool) => {
    expect(limitsOf(tool)).toBeNull();
    expect(lost(tool)).toEqual([]);
  },
);

test("the warning names the alias, the place and what its reader wrote there", () => {
  const [warning] = lost(`w${String(WARNED.indexOf("(x: Element<Lat[]>)"))}`);
  expect(warning).toMatchObject({
    parameter: "x",
    message: "parameter `x`: it is worked out from Element<Lat[]>, in which the limits of Lat are lost",
  });
});

test("a type that works itself out in hundreds of steps is followed no farther than its value needs", () => {
  const counted = compiled({
    "subject.ts": skillClass(
      "@Tool() count(x: Count<300>) {}",
      `type Count<N, Counted extends 0[] = []> =
         Counted["length"] extends N ? N : Count<N, [...Counted, 0]>;`,
    ),
  });
  expect(counted.property("count", "x")).toEqual({ type: "number", const: 300 });
});
