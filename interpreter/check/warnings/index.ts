// Warnings, which change nothing about what a program means (beyond 14, further 1).
export { inClosure, noteAssignment } from "./captured.ts";
export { warnIdle } from "./idle-statement.ts";
export { warnIdleTests } from "./idle-tests.ts";
export { warnShadowedImport, warnUnusedImports, watchUse } from "./imports-and-locals.ts";
export { takesAll, variantLikeIn, warnVariantLike } from "./variant-like.ts";
