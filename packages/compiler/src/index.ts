export { compile, type CompileOptions } from "./compile";
export { type CompileResult } from "./compilation";
export { inspect, type Inspection } from "./contract/inspect";
export { compareManifests, type ContractChange } from "./contract/compare-manifests";
export { Transpiler } from "./build/transpiler";
export {
  secondOpinion,
  type ExplainedDifference,
  type SecondOpinions,
} from "./second-opinion/second-opinion";
