// The names that generated code uses of the runtime.
import type * as generated from "../../../runtime/generated.ts";

export type RuntimeName = keyof typeof generated;
