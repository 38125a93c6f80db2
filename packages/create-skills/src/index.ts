export { create, CreateError, type CreateOptions, type ModuleType, type TestRunner } from "./create";
export { nextSteps } from "./next-steps";
