// The states of a connection of the server; `connection.ts` draws how one follows the other.
import type { RequestHead } from "../message/index.ts";
import type { RequestBody } from "./request-body.ts";

/**
 * What a connection is at, with what belongs to that alone; deadlines are by the clock of `performance.now`.
 * There are four shapes of objects, as many as the engine tells apart without a search.
 */
export type State =
  | { readonly kind: "waiting"; readonly deadline: number }
  | { readonly kind: "head"; readonly deadline: number }
  | {
      readonly kind: "body";
      readonly head: RequestHead;
      readonly body: RequestBody;
      readonly deadline: number;
    }
  | { readonly kind: "handling"; readonly head: RequestHead }
  /** The handler has returned an answer that takes longer than one write. */
  | { readonly kind: "sending"; readonly head: RequestHead }
  /** Ready for the next request, but for the writing. */
  | { readonly kind: "answered" }
  /** The same, and the writing comes with that of other connections. */
  | { readonly kind: "gathered" }
  | { readonly kind: "closing" }
  | { readonly kind: "lingering"; readonly deadline: number }
  | { readonly kind: "closed" };

export const ANSWERED: State = { kind: "answered" };
export const GATHERED: State = { kind: "gathered" };
export const CLOSING: State = { kind: "closing" };
export const CLOSED: State = { kind: "closed" };
