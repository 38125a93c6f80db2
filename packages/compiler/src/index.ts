export { compile, type CompileOptions, type CompileResult } from "./compile";
export { inspect, type Inspection } from "./contract/inspect";
export { compareManifests, type ContractChange } from "./contract/compare-manifests";
export { Transpiler } from "./build/transpiler";
export { secondOpinion, type SecondOpinions } from "./second-opinion/second-opinion";
