// The states of a connection of the server; `connection.ts` shows the transitions.
import type { RequestHead } from "../message/index.ts";
import type { Exchange } from "./exchange.ts";
import type { IncomingBody } from "./incoming-body.ts";
import type { RequestBody } from "./request-body.ts";

/** A state between requests. All have one shape, so that the engine finds their fields without a search. */
interface Between<Kind extends string> {
  readonly kind: Kind;
  /** The time of `performance.now` at which the client has used up its time. */
  readonly deadline: number;
  /** The body that its handler did not read to the end; the rest is discarded. */
  readonly rest: IncomingBody | null;
}

/** The state of a connection, with the deadline and the body that belong only to it. */
export type State =
  | Between<"waiting">
  | Between<"head">
  | {
      readonly kind: "body";
      readonly deadline: number;
      readonly head: RequestHead;
      readonly body: RequestBody;
    }
  /** A request is being answered: `handling`, `starting` or `sending`. */
  | Exchange
  /** Ready for the next request, except for writing. */
  | Between<"answered">
  | Between<"closing">
  | Between<"lingering">
  | Between<"closed">;

export const ANSWERED: Between<"answered"> = { kind: "answered", deadline: Infinity, rest: null };
export const CLOSING: State = { kind: "closing", deadline: Infinity, rest: null };
export const CLOSED: State = { kind: "closed", deadline: Infinity, rest: null };
