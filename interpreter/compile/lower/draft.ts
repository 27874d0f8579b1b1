// What lowering fills in bit by bit. To everything after it these are the read-only nodes of the IR.
import type { GlobalInfo, Instance, Local } from "../ir/index.ts";

type Draft<T, K extends keyof T> = Omit<T, K> & { -readonly [P in K]: T[P] };

/** Its parameters are declared when it is its turn to be lowered. */
export type InstanceDraft = Omit<Instance, "params"> & { params: Local[] };
/** Whether it is assigned to is known at the end of its function. */
export type LocalDraft = Draft<Local, "assigned">;
/** The initialiser may mention the global. */
export type GlobalDraft = Draft<GlobalInfo, "initialiser">;
