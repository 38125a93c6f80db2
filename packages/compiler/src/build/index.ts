export { Builder, type BuildOptions, type BuildResult, type Output } from "./builder";
