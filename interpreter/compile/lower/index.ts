// From checked trees to the IR: one instance per set of type arguments.
export { lower, type LoweredProgram } from "./lower.ts";
export { ProgramLowering, substitutionOf } from "./program-lowering.ts";
export { isDerived, isTraced, type Tracing } from "./tracing.ts";
export { lowerModule } from "./whole.ts";
