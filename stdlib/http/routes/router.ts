// Which route answers a method and path. In: the server's list of routes; out: the first registered
// one that matches. Cost depends on the path, not on how many routes there are: a tree of segments
// per method, whose nodes know the least route number below them, and a table of literal paths.
import type { EnumValue, MaybePromise } from "../../../interpreter/runtime/index.ts";
import { UNKNOWN } from "../message/index.ts";
import type { Request } from "./request.ts";
import type { Response } from "./response.ts";
import type { Capture } from "./segments.ts";
import { segmentsOf } from "./segments.ts";

/** The struct Route. */
export class Route {
  _method: EnumValue;
  _pattern: string;
  _handler: (request: Request) => MaybePromise<Response>;
  constructor(method: EnumValue, pattern: string, handler: (request: Request) => MaybePromise<Response>) {
    this._method = method;
    this._pattern = pattern;
    this._handler = handler;
  }
}

export interface Match {
  readonly route: Route;
  readonly captures: readonly Capture[];
  /** The segments of the path, where there are captures. */
  readonly segments: readonly string[];
}

const MOST_COMPARED = 8;

interface Node {
  readonly literals: Literals;
  capture: Node | null;
  /** Number of the first route that ends here. */
  route: number;
  /** Least route number here and below. */
  least: number;
}

/** The literal segments below a node. A few are compared faster than one is hashed. */
class Literals {
  private readonly few: { readonly segment: string; readonly node: Node }[] = [];
  private readonly many = new Map<string, Node>();

  get(segment: string): Node | undefined {
    if (this.many.size > 0) return this.many.get(segment);
    for (const literal of this.few) if (literal.segment === segment) return literal.node;
    return undefined;
  }

  add(segment: string, node: Node): void {
    if (this.few.length < MOST_COMPARED) this.few.push({ segment, node });
    else {
      for (const literal of this.few) this.many.set(literal.segment, literal.node);
      this.many.set(segment, node);
    }
  }
}

export class Router {
  private routes: readonly Route[] = [];
  private matches: Match[] = [];
  private roots: Node[] = [];
  private literal: Map<string, Match>[] = [];

  /** The first registered of `routes` that answers, or null. Routes added since the last call count. */
  find(routes: readonly Route[], method: number, path: string): Match | null {
    if (method === UNKNOWN) return null;
    if (routes !== this.routes || routes.length !== this.matches.length) this.index(routes);
    const known = this.literal[method]?.get(path);
    if (known !== undefined) return known;
    const root = this.roots[method];
    if (root === undefined) return null;
    const segments = segmentsOf(path);
    const match = this.matches[search(root, segments, 0, Infinity)];
    if (match === undefined) return null;
    return withSegments(match, segments);
  }

  private index(routes: readonly Route[]): void {
    if (routes !== this.routes || routes.length < this.matches.length) {
      this.routes = routes;
      this.matches = [];
      this.roots = [];
      this.literal = [];
    }
    for (let number = this.matches.length; number < routes.length; number++) this.add(routes[number]!, number);
  }

  private add(route: Route, number: number): void {
    const method = route._method.tag;
    const segments = segmentsOf(route._pattern);
    const captures = segments.flatMap((text, segment) => (text.startsWith(":") ? [{ name: text.slice(1), segment }] : []));
    const match: Match = { route, captures, segments: [] };
    this.matches.push(match);
    const root = (this.roots[method] ??= newNode());
    let node = root;
    node.least = Math.min(node.least, number);
    for (const segment of segments) {
      node = segment.startsWith(":") ? (node.capture ??= newNode()) : literalChild(node, segment);
      node.least = Math.min(node.least, number);
    }
    node.route = Math.min(node.route, number);
    if (captures.length > 0) return;
    const first = this.matches[search(root, segments, 0, Infinity)];
    if (first !== undefined) (this.literal[method] ??= new Map()).set(`/${segments.join("/")}`, withSegments(first, segments));
  }
}

function withSegments(match: Match, segments: readonly string[]): Match {
  return match.captures.length === 0 ? match : { route: match.route, captures: match.captures, segments };
}

function newNode(): Node {
  return { literals: new Literals(), capture: null, route: Infinity, least: Infinity };
}

function literalChild(node: Node, segment: string): Node {
  let child = node.literals.get(segment);
  if (child === undefined) {
    child = newNode();
    node.literals.add(segment, child);
  }
  return child;
}

/** The least route number that matches and is below `best`, else `best`. */
function search(node: Node, segments: readonly string[], depth: number, best: number): number {
  if (node.least >= best) return best;
  const segment = segments[depth];
  if (segment === undefined) return Math.min(best, node.route);
  const literal = node.literals.get(segment);
  const found = literal === undefined ? best : search(literal, segments, depth + 1, best);
  return node.capture === null ? found : search(node.capture, segments, depth + 1, found);
}
