// The struct Route: the fields that scripts see, and internal properties beside them.
import type { EnumValue } from "../../../interpreter/runtime/index.ts";
import { GET, HEAD, methodIndex, METHODS, UNKNOWN, verbOf } from "../message/index.ts";
import type { Handler } from "./request.ts";
import type { Routing } from "./routing.ts";

/** The methods that a route answers. */
type Takes =
  /** The one in `_method`; `Unknown` stands for none. */
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
  /** Whether the handler reads the body itself, as it arrives. */
  streams = false;
  /** The server that answers below the pattern, which is then a prefix. */
  mounted: Routing | null = null;

  constructor(method: EnumValue, pattern: string, handler: Handler) {
    this._method = method;
    this._pattern = pattern;
    this._handler = handler;
  }

  /** The route's method, by index and, if `Method` lacks it, by name; null for none or several. */
  get method(): { readonly index: number; readonly name: string } | null {
    const { takes } = this;
    if (takes.kind === "name")
      return { index: methodIndex(takes.name, 0, takes.name.length), name: takes.name };
    return takes.kind === "field" && this._method.tag !== UNKNOWN
      ? { index: this._method.tag, name: "" }
      : null;
  }

  /** The names of all methods of the route. */
  get methods(): readonly string[] {
    if (this.takes.kind === "any") return METHODS.flatMap((_, tag) => (tag === UNKNOWN ? [] : [verbOf(tag)]));
    if (this.takes.kind === "get and head") return [verbOf(GET), verbOf(HEAD)];
    const { method } = this;
    return method === null ? [] : [method.name === "" ? verbOf(method.index) : method.name];
  }
}

/** Returns a route that only carries a handler to a request. */
export function routeTo(handler: Handler, streams: boolean): Route {
  const route = new Route(NO_METHOD, "", handler);
  route.streams = streams;
  return route;
}

const NO_METHOD: EnumValue = Object.freeze({ tag: UNKNOWN });
