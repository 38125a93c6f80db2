import { SkillsError } from "../errors";
import { SkillToolSet } from "./skill-tool-set";
import { isToolSet, type ToolSet } from "./tool-set";
import { UnionSkill } from "./union-skill";

/**
 * The tools of an instance of a skill class; of a class itself: its static tools; of several instances and sets: a
 * union of them. A set is given back as it is.
 *
 * @throws SkillsError S105 where a class has no tools, S2xx where a signature cannot be described, S303 for two
 *   tools of one name
 */
export function toolSet<S extends ToolSet>(set: S): S;
export function toolSet<T extends object>(instance: T): SkillToolSet<T>;
export function toolSet(...members: object[]): UnionSkill;
export function toolSet(...members: object[]): ToolSet {
  const [first, ...others] = members.map(setOf);
  return first && others.length === 0 ? first : new UnionSkill(...(first ? [first] : []), ...others);
}

function setOf(member: unknown): ToolSet {
  if (isToolSet(member)) return member;
  if (Array.isArray(member))
    throw new SkillsError("S105", "a list has no tools of its own", {
      help: "give what is in it: toolSet(...members), or tools: [...members]",
    });
  if ((typeof member === "object" && member !== null) || typeof member === "function")
    return new SkillToolSet(member);
  throw new SkillsError("S105", `${String(member)} has no tools`, {
    help: "give an instance of a class with @Tool() methods, or a tool set",
  });
}
