/** Why typescript-json-schema is known to describe a type in another way than its JSON has it. */
export const REASONS = {
  limits:
    "limits that stand beside a type (@Param, class-validator, the comment of a method or an alias, Int) do not reach it, or mean something else to it",
  builtIns:
    "it describes the members of a built-in object (Set, Map, URL, bytes), not the JSON that stands for it",
  bigints: "it takes a bigint for a number that may have a fraction",
  brands: "it does not take an intersection such as string & { __brand: 'Id' } for the primitive that it is",
  templates:
    "it has no pattern, or another one, for the texts of a template (`user_${number}`, Uppercase<string>)",
  patterns: "it does not support index signatures whose keys follow a pattern",
  indexes: "it loses the values of an index signature that is mapped or inherited",
  enums: "it takes a part of an expression for the value of an enum member that is computed",
  members: "it describes members that JSON does not have: functions, getters, protected members",
  presence: "it does not see that class-validator or an initial value decides which members may be left out",
  names: "it does not see the names that @Expose gives",
  failures: "it fails on the type, so that only the parts of it were compared",
} as const;

export type Reason = keyof typeof REASONS;
