// The destination of an expression's value.
import type { Halves } from "../values/index.ts";

export type Dest =
  | { readonly kind: "discard" }
  | { readonly kind: "return" }
  | { readonly kind: "assign"; readonly name: string }
  | ({ readonly kind: "halves" } & Halves);

export const DISCARD: Dest = { kind: "discard" };
export const RETURN: Dest = { kind: "return" };
