export { compile, type CompileOptions, type CompileResult } from "./compile";
