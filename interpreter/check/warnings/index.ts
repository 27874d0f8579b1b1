// Warnings, which do not change the meaning of a program (reference/checking#errors-and-warnings).
export { inClosure, noteAssignment } from "./captured.ts";
export { warnIdle, type Ended } from "./idle-statement.ts";
export { warnIdentity, type ComparingProgram } from "./identity.ts";
export { warnIdleTests } from "./idle-tests.ts";
export { isValueOfFile, warnShadowedImport, watchUse } from "./locals.ts";
export { warnMissingImports, warnUnusedImports } from "./imports.ts";
export { warnNegative } from "./negative-index.ts";
export { callWithoutResult, warnNoValue } from "./no-value.ts";
export { takesAll, variantLikeIn, warnVariantLike } from "./variant-like.ts";
