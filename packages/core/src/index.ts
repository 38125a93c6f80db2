export type * from "./wire";
export type * from "./manifest";
export type * from "./tool-spec";
export { SkillsError, type Place, type SkillsErrorOptions } from "./errors";
export { ToolContext, type ToolContextInit } from "./tool-context";
export { ToolSet, type Answer, type RespondOptions, type RunToolOptions, type ToolOutput } from "./tool-set";
