// What generated code uses of the runtime, by its name there.
import type * as generated from "../../../runtime/generated.ts";

export type RuntimeName = keyof typeof generated;
