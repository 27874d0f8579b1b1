// Warnings, which change nothing about what a program means (reference/checking#errors-and-warnings).
export { inClosure, noteAssignment } from "./captured.ts";
export { warnIdle } from "./idle-statement.ts";
export { warnIdleTests } from "./idle-tests.ts";
export { warnShadowedImport, warnUnusedImports, watchUse } from "./imports-and-locals.ts";
export { takesAll, variantLikeIn, warnVariantLike } from "./variant-like.ts";
