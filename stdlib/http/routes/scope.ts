// Finds the handler of a request on servers with more than plain routes. A server at a prefix is a scope. The
// scopes that lead to a route are known before its handler runs, and their wrappers are called around it,
// outermost first, then the guards of other mounted servers that cover the path.
import { GET, HEAD, METHODS, OPTIONS, reasonPhrase, UNKNOWN, verbOf } from "../message/index.ts";
import type { Prefix } from "./clean-path.ts";
import { prefixPart } from "./clean-path.ts";
import type { Handler, Matched, Request } from "./request.ts";
import { Response, TEXT } from "./response.ts";
import { type RouteLimits, within } from "./route-limits.ts";
import type { Route } from "./route.ts";
import type { Refusals, Routing } from "./routing.ts";
import type { Capture } from "./segments.ts";
import { patternOf, segmentsOf } from "./segments.ts";
import { Chain } from "./wrapping.ts";

/** The handler for a method and path, with its context. */
interface Target extends Matched {
  readonly method: number;
  readonly name: string;
  readonly path: string;
  readonly scope: Scope;
  readonly route: Route | null;
  readonly handler: Handler;
  readonly captures: readonly Capture[];
  readonly segments: readonly string[];
  /** The wrappers around the handler, outermost first. */
  readonly chains: readonly Chain<Target>[];
  /** The limits of the route and of the mounts on the way to it; null for those of the server. */
  readonly limits: RouteLimits | null;
}

interface Ask {
  readonly method: number;
  readonly name: string;
  readonly path: string;
  readonly segments: readonly string[];
  /** Only routes of servers with method semantics. */
  readonly semantic: boolean;
}

interface Found {
  readonly scope: Scope;
  readonly route: Route;
  readonly captures: readonly Capture[];
}

/** What answers a request. */
interface Answering {
  readonly scope: Scope;
  readonly route: Route | null;
  readonly handler: Handler;
  readonly captures: readonly Capture[];
}

function routed({ scope, route, captures }: Found): Answering {
  return { scope, route, handler: route._handler, captures };
}

/** A server at the prefix where it is mounted, or the one that listens. */
export class Scope {
  private readonly routing: Routing;
  private readonly parent: Scope | null;
  /** All prefixes that lead here. */
  private readonly prefix: Prefix;
  /** The captures of these prefixes. */
  private readonly captures: readonly Capture[];
  /** The route of the parent that mounts this server. */
  private readonly mount: Route | null;
  private readonly children = new Map<Route, Scope>();
  private readonly chain: Chain<Target>;
  /** The scopes on the way here, and their wrappers. */
  private readonly way: readonly Scope[];
  private readonly ownChains: readonly Chain<Target>[];
  private filledChains: readonly Chain<Target>[] = [];
  /** The chains of the guards here around what other scopes answer, by these scopes. */
  private readonly guardChains = new Map<Scope, Chain<Target>>();
  /** The scopes of the mounted servers, and the number of routes that were looked at for them. */
  private mounted: readonly Scope[] = [];
  private searched = -1;
  private readonly fullPatterns = new WeakMap<Route, string>();
  private readonly allCaptures = new WeakMap<Route, readonly Capture[]>();

  constructor(
    routing: Routing,
    parent: Scope | null,
    prefix: Prefix,
    captures: readonly Capture[],
    mount: Route | null,
  ) {
    this.routing = routing;
    this.parent = parent;
    this.prefix = prefix;
    this.captures = captures;
    this.mount = mount;
    const chain: Chain<Target> = new Chain<Target>(
      () => routing.wrappings,
      prefix,
      (request, known) => this.goOn(request, known, chain),
    );
    this.chain = chain;
    this.way = parent === null ? [this] : [...parent.way, this];
    this.ownChains = this.way.map((scope) => scope.chain);
  }

  /** The number of segments in the prefixes. */
  private get depth(): number {
    return this.prefix.length;
  }

  private get semantic(): boolean {
    return this.routing.methodSemantics || (this.parent?.semantic ?? false);
  }

  /** Called when the innermost wrapper of `chain` has called `next`. */
  private goOn(
    request: Request,
    known: { readonly target: Target; readonly at: number } | null,
    chain: Chain<Target>,
  ): ReturnType<Handler> {
    if (known !== null) return run(known.target, known.at + 1, request);
    const target = this.target(request._method.tag, request.methodName(), request._path);
    request.take(target.captures, target.segments);
    request.root.matched = target;
    // The wrappers that led here are not called again.
    const passed = this.chainsUpTo(chain);
    return run({ ...target, chains: target.chains.filter((each) => !passed.has(each)) }, 0, request);
  }

  target(method: number, name: string, path: string): Target {
    const segments = segmentsOf(path);
    const ask = { method, name, path, segments, semantic: false };
    const found = method === HEAD ? this.firstForHead(ask) : this.first(ask);
    const { scope, route, handler, captures } = found === null ? this.unrouted(ask) : routed(found);
    const chains = scope.chains();
    const limits = scope.limitsOf(route);
    return { method, name, path, scope, route, handler, captures, segments, chains, limits };
  }

  /** Returns the pattern of a route here, with the patterns of the mounts that lead to it. */
  fullPattern(route: Route): string {
    if (this.parent === null || this.mount === null) return route._pattern;
    let known = this.fullPatterns.get(route);
    if (known === undefined) {
      known = joinedPattern(this.parent.fullPattern(this.mount), route._pattern);
      this.fullPatterns.set(route, known);
    }
    return known;
  }

  /** The response to what no handler answers, by this server or the closest one around it that makes them. */
  private refusal(status: number, path: string): Response {
    const make = this.refusals;
    return make === null ? Response.of(status, TEXT, reasonPhrase(status)) : make(status, path);
  }

  private get refusals(): Refusals | null {
    return this.routing.refusals ?? this.parent?.refusals ?? null;
  }

  refusalsFor(path: string): Refusals | null {
    const ask = { method: UNKNOWN, name: "", path, segments: segmentsOf(path), semantic: false };
    return (this.innermost(ask) ?? this).refusals;
  }

  /** The limits of a route here, or of what no route answers. */
  private limitsOf(route: Route | null): RouteLimits | null {
    const { parent, routing } = this;
    const outer = parent === null ? null : within(parent.limitsOf(this.mount), routing.ownLimits);
    return within(outer, route === null ? null : routing.limitsOf(route));
  }

  /** The chains around what this scope answers, without empty ones. */
  private chains(): readonly Chain<Target>[] {
    let count = 0;
    for (const chain of this.ownChains) if (!chain.isEmpty) count++;
    // Wrappers are only ever added: as many chains are the same ones.
    if (count !== this.filledChains.length)
      this.filledChains = this.ownChains.filter((chain) => !chain.isEmpty);
    if (!this.way[0]!.isGuardedBeside(this.way)) return this.filledChains;
    return [...this.filledChains, ...this.foreignGuards().filter((chain) => !chain.isEmpty)];
  }

  /** The guards of all mounted servers that are not on the way here: they hold wherever the answer comes from. */
  private foreignGuards(): Chain<Target>[] {
    const { way } = this;
    return way[0]!
      .guarding()
      .filter((scope) => !way.includes(scope))
      .map((scope) => scope.guardsAround(this));
  }

  /** Whether a server below that is not on the way has guards. */
  private isGuardedBeside(way: readonly Scope[]): boolean {
    for (const scope of this.mountedScopes())
      if ((scope.routing.guards.length > 0 && !way.includes(scope)) || scope.isGuardedBeside(way))
        return true;
    return false;
  }

  /** This scope and all below it whose servers have guards. */
  private guarding(): Scope[] {
    const below = this.mountedScopes().flatMap((scope) => scope.guarding());
    return this.routing.guards.length > 0 ? [this, ...below] : below;
  }

  private mountedScopes(): readonly Scope[] {
    const { routes } = this.routing;
    if (this.searched !== routes.length) {
      this.searched = routes.length;
      this.mounted = routes.flatMap((route) =>
        route.mounted === null ? [] : [this.child(route, route.mounted)],
      );
    }
    return this.mounted;
  }

  private guardsAround(scope: Scope): Chain<Target> {
    let chain = this.guardChains.get(scope);
    if (chain === undefined) {
      const made: Chain<Target> = new Chain<Target>(
        () => this.routing.guards,
        this.prefix,
        (request, known) => scope.goOn(request, known, made),
      );
      this.guardChains.set(scope, (chain = made));
    }
    return chain;
  }

  /** The chains around what this scope answers, up to and including one of them. */
  private chainsUpTo(last: Chain<Target>): ReadonlySet<Chain<Target>> {
    const own = this.ownChains;
    if (own.includes(last)) return new Set(own.slice(0, own.indexOf(last) + 1));
    const guards = this.foreignGuards();
    return new Set([...own, ...guards.slice(0, guards.indexOf(last) + 1)]);
  }

  /** Returns what answers a request that no route matches. */
  private unrouted(ask: Ask): Answering {
    const { method, segments } = ask;
    // The request concerns the server as a whole (RFC 9110 9.3.7).
    const ofAll = method === OPTIONS && ask.path === "*";
    const allowed = ofAll ? this.allowedAnywhere() : this.allowed(segments);
    if (allowed.length > 0) {
      const scope = this.innermost(ask) ?? this;
      const allow = allowed.join(", ");
      const handler =
        method === OPTIONS
          ? (): Response => Response.of(204, "", "").header("Allow", allow)
          : (): Response => scope.refusal(405, ask.path).header("Allow", allow);
      return { scope, route: null, handler, captures: [] };
    }
    const fallback = this.fallen(ask);
    if (fallback !== null) return { ...fallback, route: null, captures: fallback.scope.captures };
    const scope = this.innermost(ask) ?? this;
    return { scope, route: null, handler: () => scope.refusal(404, ask.path), captures: [] };
  }

  /** Returns the first registered route that matches. */
  private first(ask: Ask): Found | null {
    const { router, routes } = this.routing;
    for (let number = -1; ; ) {
      number = router.next(routes, ask.method, ask.name, ask.segments, this.depth, number);
      if (number < 0) return null;
      const route = routes[number]!;
      if (route.mounted === null) {
        if (ask.semantic && !this.semantic) continue;
        return { scope: this, route, captures: this.capturesOf(route, number) };
      }
      const found = this.child(route, route.mounted).first(ask);
      if (found !== null) return found;
    }
  }

  /** The captures of a route here and of the prefixes. */
  private capturesOf(route: Route, number: number): readonly Capture[] {
    const own = this.routing.router.captures(number);
    if (this.parent === null) return own;
    let all = this.allCaptures.get(route);
    if (all === undefined) {
      all = [...this.captures, ...own.map((each) => ({ ...each, segment: each.segment + this.depth }))];
      this.allCaptures.set(route, all);
    }
    return all;
  }

  /**
   * Returns the first route for HEAD. With method semantics, a GET route is one, unless a route was registered
   * for HEAD alone: a folder of files or a route for any method answers only what no earlier route does.
   */
  private firstForHead(ask: Ask): Found | null {
    const direct = this.first(ask);
    if (direct !== null && direct.route.method !== null) return direct;
    const implied = this.first({ ...ask, method: GET, semantic: true });
    if (direct === null || implied === null) return direct ?? implied;
    return isBefore(orderOf(implied), orderOf(direct)) ? implied : direct;
  }

  /** The numbers of the routes that lead here. */
  get order(): number[] {
    return this.parent === null ? [] : [...this.parent.order, this.parent.numberOf(this.mount)];
  }

  numberOf(route: Route | null): number {
    return route === null ? -1 : this.routing.routes.indexOf(route);
  }

  private *matching(
    ask: Ask,
  ): Generator<{ readonly number: number; readonly route: Route; readonly child: Scope | null }> {
    const { routing } = this;
    for (let number = -1; ; ) {
      number = routing.router.next(routing.routes, ask.method, ask.name, ask.segments, this.depth, number);
      if (number < 0) return;
      const route = routing.routes[number]!;
      yield { number, route, child: route.mounted === null ? null : this.child(route, route.mounted) };
    }
  }

  private child(route: Route, mounted: Routing): Scope {
    let scope = this.children.get(route);
    if (scope === undefined) {
      const { segments, captures } = patternOf(route._pattern);
      const own = captures
        .filter((each) => !each.rest)
        .map((each) => ({ ...each, segment: each.segment + this.depth }));
      const prefix = [...this.prefix, ...segments.map(prefixPart)];
      scope = new Scope(mounted, this, prefix, [...this.captures, ...own], route);
      this.children.set(route, scope);
    }
    return scope;
  }

  /** Returns the innermost scope of the first mounted server whose prefix matches the path. */
  private innermost(ask: Ask): Scope | null {
    for (const { child } of this.matching({ ...ask, method: UNKNOWN, name: "" }))
      if (child !== null) return child.innermost(ask) ?? child;
    return null;
  }

  private fallen(ask: Ask): { readonly scope: Scope; readonly handler: Handler } | null {
    for (const { child } of this.matching({ ...ask, method: UNKNOWN, name: "" })) {
      const fallen = child?.fallen(ask) ?? null;
      if (fallen !== null) return fallen;
    }
    return this.routing.fallback === null ? null : { scope: this, handler: this.routing.fallback };
  }

  /** Returns the methods that a path answers on servers with method semantics, or `[]`. */
  private allowed(segments: readonly string[]): string[] {
    const answers = (method: number, name: string): boolean =>
      this.first({ method, name, path: "", segments, semantic: true }) !== null;
    const known = METHODS.flatMap((_, method) =>
      method !== UNKNOWN && answers(method, "") ? [verbOf(method)] : [],
    );
    const named = this.names().filter((name) => answers(UNKNOWN, name));
    return withImplied([...known, ...named]);
  }

  /** Returns the methods that any path answers. */
  private allowedAnywhere(): string[] {
    const answered = this.everywhere();
    return withImplied([
      ...METHODS.flatMap((_, method) => (answered.has(verbOf(method)) ? [verbOf(method)] : [])),
      ...this.names().filter((name) => answered.has(name)),
    ]);
  }

  private everywhere(): Set<string> {
    const methods = new Set<string>();
    for (const route of this.routing.routes) {
      const below =
        route.mounted === null
          ? this.semantic
            ? route.methods
            : []
          : this.child(route, route.mounted).everywhere();
      for (const method of below) methods.add(method);
    }
    return methods;
  }

  private names(): string[] {
    const below = this.routing.routes.flatMap((route) =>
      route.mounted === null ? [] : this.child(route, route.mounted).names(),
    );
    return [...new Set([...this.routing.router.names(), ...below])];
  }
}

/** Returns the numbers of the routes that lead to a route, in the order in which they are tried. */
function orderOf({ scope, route }: Found): number[] {
  return [...scope.order, scope.numberOf(route)];
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && a[at]! < (b[at] ?? -1);
}

/** Adds the implied methods: HEAD with GET, OPTIONS with any. */
function withImplied(methods: readonly string[]): string[] {
  if (methods.length === 0) return [];
  return [...new Set([...methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name])), "OPTIONS"])];
}

/** `/api/*rest` or `/api/`, and `/users/:id` are `/api/users/:id`. */
function joinedPattern(prefix: string, pattern: string): string {
  const joined = [...patternOf(prefix).segments, ...segmentsOf(pattern)].join("/");
  return `/${joined}`;
}

/** Runs the rest of a target: the wrappers from scope `at` on, then the handler. */
export function run(target: Target, at: number, request: Request): ReturnType<Handler> {
  const chain = target.chains[at];
  return chain === undefined ? target.handler(request) : chain.call(target, at, request);
}
