// The struct Route. What a script writes down are its fields; what else a route is stands beside them.
import type { EnumValue, MaybePromise } from "../../../interpreter/runtime/index.ts";
import { GET, HEAD, methodIndex, METHODS, UNKNOWN, verbOf } from "../message/index.ts";
import type { Request } from "./request.ts";
import type { Response } from "./response.ts";
import type { Routing } from "./routing.ts";

export type Handler = (request: Request) => MaybePromise<Response>;

/** Which methods a route answers. */
type Takes =
  /** The one of `_method`; `Unknown` is none. */
  | { readonly kind: "field" }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "any" }
  | { readonly kind: "get and head" };

const FIELD: Takes = { kind: "field" };

export class Route {
  _method: EnumValue;
  _pattern: string;
  _handler: Handler;
  takes: Takes = FIELD;
  /** The handler reads the body itself, as it comes. */
  streams = false;
  /** The server that answers below the pattern, which then is a prefix. */
  mounted: Routing | null = null;

  constructor(method: EnumValue, pattern: string, handler: Handler) {
    this._method = method;
    this._pattern = pattern;
    this._handler = handler;
  }

  /** The method that the route is for, by index and, where `Method` lacks it, by name; null for none or several. */
  get method(): { readonly index: number; readonly name: string } | null {
    const { takes } = this;
    if (takes.kind === "name")
      return { index: methodIndex(takes.name, 0, takes.name.length), name: takes.name };
    return takes.kind === "field" && this._method.tag !== UNKNOWN
      ? { index: this._method.tag, name: "" }
      : null;
  }

  /** The names of all methods that it is for. */
  get methods(): readonly string[] {
    if (this.takes.kind === "any") return METHODS.flatMap((_, tag) => (tag === UNKNOWN ? [] : [verbOf(tag)]));
    if (this.takes.kind === "get and head") return [verbOf(GET), verbOf(HEAD)];
    const { method } = this;
    return method === null ? [] : [method.name === "" ? verbOf(method.index) : method.name];
  }
}

/** A handler on its way to a request, with what the path gave. */
export function routeTo(handler: Handler, streams: boolean): Route {
  const route = new Route(NO_METHOD, "", handler);
  route.streams = streams;
  return route;
}

const NO_METHOD: EnumValue = Object.freeze({ tag: UNKNOWN });
