// The states of a connection of the server; `connection.ts` draws how one follows the other.
import type { RequestHead } from "../message/index.ts";
import type { Exchange } from "./exchange.ts";
import type { IncomingBody } from "./incoming-body.ts";
import type { RequestBody } from "./request-body.ts";

/** A state between requests. All have one shape: the engine then finds their fields without a search. */
interface Between<Kind extends string> {
  readonly kind: Kind;
  /** When the client has had its time, by the clock of `performance.now`. */
  readonly deadline: number;
  /** What has not arrived of a body that its handler did not read; it is thrown away. */
  readonly rest: IncomingBody | null;
}

/** What a connection is at, with the deadline and the body that belong to that alone. */
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
  /** Ready for the next request, but for the writing. */
  | Between<"answered">
  | Between<"closing">
  | Between<"lingering">
  | Between<"closed">;

export const ANSWERED: Between<"answered"> = { kind: "answered", deadline: Infinity, rest: null };
export const CLOSING: State = { kind: "closing", deadline: Infinity, rest: null };
export const CLOSED: State = { kind: "closed", deadline: Infinity, rest: null };
