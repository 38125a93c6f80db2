import ts from "typescript";
import { literalValue } from "../walk/primitives";

interface Samples {
  fit: string[];
  fail: string[];
}

/** Whether a pattern takes what a template type takes, by samples: texts of the type, and others that it lacks. */
export function fitsTemplate(pattern: unknown, type: ts.Type): boolean {
  if (typeof pattern !== "string") return false;
  const expression = new RegExp(pattern, "u");
  const { fit, fail } = samplesOf(type);
  return fit.every((text) => expression.test(text)) && !fail.some((text) => expression.test(text));
}

const MAPPED: { [name: string]: Samples | undefined } = {
  Uppercase: { fit: ["", "AB 1"], fail: ["aB", "Ab"] },
  Lowercase: { fit: ["", "ab 1"], fail: ["aB", "Ab"] },
  Capitalize: { fit: ["", "Ab", "AB"], fail: ["ab", "aB"] },
  Uncapitalize: { fit: ["", "ab", "aB"], fail: ["Ab", "AB"] },
};

function samplesOf(type: ts.Type): Samples {
  const { flags } = type;
  if (flags & ts.TypeFlags.TemplateLiteral) return samplesOfTemplate(type as ts.TemplateLiteralType);
  if (flags & ts.TypeFlags.StringMapping) return MAPPED[type.symbol.name] ?? { fit: [], fail: [] };
  if (flags & ts.TypeFlags.Number) return { fit: ["0", "12", "-2.5", "1e21"], fail: ["", "x"] };
  if (flags & ts.TypeFlags.BigInt) return { fit: ["0", "-12"], fail: ["", "x", "1.5"] };
  if (flags & ts.TypeFlags.Literal) return { fit: [String(literalValue(type))], fail: [STRANGE] };
  if (type.isUnion()) return { fit: type.types.flatMap((member) => samplesOf(member).fit), fail: [STRANGE] };
  return { fit: ["", "a b\n1"], fail: [] };
}

/** In no type but those that take every text. */
const STRANGE = "\u0001";

/** Each hole in turn has each of its samples, while the others have their first. */
function samplesOfTemplate({ texts, types }: ts.TemplateLiteralType): Samples {
  const holes = types.map(samplesOf);
  const filled = (at: number, text: string): string =>
    texts.reduce((before, after, index) => {
      const hole = index - 1 === at ? text : (holes[index - 1]?.fit[0] ?? "");
      return before + hole + after;
    });
  const each = (kind: keyof Samples): string[] =>
    holes.flatMap((hole, at) => hole[kind].map((text) => filled(at, text)));
  // A hole that takes every text takes what does not fit beside it, too.
  const isOpen = holes.some(({ fail }) => fail.length === 0);
  const around = [
    ...(texts[0] === "" ? [] : [STRANGE + filled(-1, "")]),
    ...(texts.at(-1) === "" ? [] : [filled(-1, "") + STRANGE]),
  ];
  return { fit: each("fit"), fail: [...around, ...(isOpen ? [] : each("fail"))] };
}
