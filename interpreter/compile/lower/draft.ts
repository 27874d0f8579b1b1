// Nodes that lowering completes step by step. All later passes see them as read-only nodes of the IR.
import type { GlobalInfo, Instance, Local } from "../ir/index.ts";

type Draft<T, K extends keyof T> = Omit<T, K> & { -readonly [P in K]: T[P] };

/** The parameters are declared when the body is lowered. */
export type InstanceDraft = Omit<Instance, "params"> & { params: Local[] };
/** Whether it is assigned is known at the end of its function. */
export type LocalDraft = Draft<Local, "assigned">;
/** The initialiser may refer to the global. */
export type GlobalDraft = Draft<GlobalInfo, "initialiser">;
