// Finds the route for a method and path: the first registered one that matches, in the server's list of
// routes. The cost depends on the path, not on the number of routes: there is a tree of segments per method,
// whose nodes know the least route number below them, and a table of literal paths.
import { GET, HEAD, UNKNOWN } from "../message/index.ts";
import type { RouteLimits } from "./route-limits.ts";
import type { Route } from "./route.ts";
import type { Capture } from "./segments.ts";
import { patternOf, segmentsOf } from "./segments.ts";

export interface Match {
  readonly route: Route;
  readonly captures: readonly Capture[];
  /** The segments of the path, if there are captures. */
  readonly segments: readonly string[];
  /** The limits of the route; null for those of the server. */
  readonly limits: RouteLimits | null;
}

const MOST_COMPARED = 8;

interface Node {
  readonly literals: Literals;
  capture: Node | null;
  /** The numbers of the routes that end here, ascending. */
  readonly ends: number[];
  /** The numbers of the routes that match any remaining segments from here on. */
  readonly rests: number[];
  /** The least route number here and below. */
  least: number;
}

/** The literal segments below a node. Comparing a few is faster than hashing one. */
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
  /** Trees by the index of the method. */
  private roots: Node[] = [];
  /** Trees of methods that `Method` lacks, by name. */
  private readonly named = new Map<string, Node>();
  /** The tree of routes for all methods. */
  private others = newNode();
  /** The numbers of these routes, with which new trees begin. */
  private readonly forAll: number[] = [];
  private literal: Map<string, Match>[] = [];

  /** Returns the first of `routes` that matches, or null. Routes added since the last call are included. */
  find(routes: readonly Route[], method: number, path: string): Match | null {
    if (method === UNKNOWN) return null;
    if (routes !== this.routes || routes.length !== this.matches.length) this.index(routes);
    const known = this.literal[method]?.get(path);
    if (known !== undefined) return known;
    const root = this.roots[method];
    if (root === undefined) return null;
    const segments = segmentsOf(path);
    const number = search(root, segments, 0, -1, Infinity);
    // Infinity for none is no index, but a name.
    const match = number < this.matches.length ? this.matches[number] : undefined;
    if (match === undefined) return null;
    return match.captures.length === 0
      ? match
      : { route: match.route, captures: match.captures, segments, limits: null };
  }

  /**
   *
   * Finds the next match among routes of any kind.
   * @param name the method, if `Method` lacks it
   * @param depth the number of segments that belong to a prefix
   * @param after only routes with a higher number match
   * @returns the number of the route, or -1
   */
  // biome-ignore lint/complexity/useMaxParams: called for each request: an object would be made each time
  next(
    routes: readonly Route[],
    method: number,
    name: string,
    segments: readonly string[],
    depth: number,
    after: number,
  ): number {
    if (routes !== this.routes || routes.length !== this.matches.length) this.index(routes);
    const root =
      method === UNKNOWN ? (this.named.get(name) ?? this.others) : (this.roots[method] ?? this.others);
    const number = search(root, segments, depth, after, Infinity);
    return number === Infinity ? -1 : number;
  }

  /** Returns the captures of a route, by its number. */
  captures(number: number): readonly Capture[] {
    return this.matches[number]!.captures;
  }

  /** Returns the methods with their own routes that `Method` lacks. */
  names(): readonly string[] {
    return [...this.named.keys()];
  }

  private index(routes: readonly Route[]): void {
    if (routes !== this.routes || routes.length < this.matches.length) {
      this.routes = routes;
      this.matches = [];
      this.roots = [];
      this.named.clear();
      this.others = newNode();
      this.forAll.length = 0;
      this.literal = [];
    }
    for (let number = this.matches.length; number < routes.length; number++)
      this.add(routes[number]!, number);
  }

  private add(route: Route, number: number): void {
    const { captures } = patternOf(route._pattern);
    this.matches.push({ route, captures, segments: [], limits: null });
    const { takes, method } = route;
    if (takes.kind === "any") {
      this.forAll.push(number);
      for (const root of [...this.roots, ...this.named.values(), this.others])
        if (root !== undefined) this.insert(root, number);
    } else if (takes.kind === "get and head") {
      this.insert(this.root(GET), number);
      this.insert(this.root(HEAD), number);
    } else if (method !== null && method.index === UNKNOWN) this.insert(this.namedRoot(method.name), number);
    else if (method !== null) this.addPlain(method.index, number);
  }

  /** Adds a route for one method, as most are. */
  private addPlain(method: number, number: number): void {
    const root = this.root(method);
    this.insert(root, number);
    const { segments, captures, rest } = patternOf(this.routes[number]!._pattern);
    if (captures.length > 0 || rest) return;
    // Later routes have higher numbers, so the first match stays the first.
    const { route, captures: taken } = this.matches[search(root, segments, 0, -1, Infinity)]!;
    (this.literal[method] ??= new Map()).set(`/${segments.join("/")}`, {
      route,
      captures: taken,
      segments,
      limits: null,
    });
  }

  private root(method: number): Node {
    return (this.roots[method] ??= this.withForAll());
  }

  private namedRoot(name: string): Node {
    let root = this.named.get(name);
    if (root === undefined) this.named.set(name, (root = this.withForAll()));
    return root;
  }

  private withForAll(): Node {
    const root = newNode();
    for (const number of this.forAll) this.insert(root, number);
    return root;
  }

  private insert(root: Node, number: number): void {
    const route = this.routes[number]!;
    const { segments, rest } = patternOf(route._pattern);
    let node = root;
    node.least = Math.min(node.least, number);
    for (const segment of segments) {
      node = segment.startsWith(":") ? (node.capture ??= newNode()) : literalChild(node, segment);
      node.least = Math.min(node.least, number);
    }
    (rest || route.mounted !== null ? node.rests : node.ends).push(number);
  }
}

function newNode(): Node {
  return { literals: new Literals(), capture: null, ends: [], rests: [], least: Infinity };
}

function literalChild(node: Node, segment: string): Node {
  let child = node.literals.get(segment);
  if (child === undefined) {
    child = newNode();
    node.literals.add(segment, child);
  }
  return child;
}

/** Returns the least number of a matching route that is above `after` and below `best`, otherwise `best`. */
function search(node: Node, segments: readonly string[], depth: number, after: number, best: number): number {
  if (node.least >= best) return best;
  let found = least(node.rests, after, best);
  const segment = segments[depth];
  if (segment === undefined) return least(node.ends, after, found);
  const literal = node.literals.get(segment);
  if (literal !== undefined) found = search(literal, segments, depth + 1, after, found);
  return node.capture === null ? found : search(node.capture, segments, depth + 1, after, found);
}

function least(numbers: readonly number[], after: number, best: number): number {
  for (const number of numbers) if (number > after) return Math.min(number, best);
  return best;
}
