// Finds the handler of a request on servers with more than plain routes: wrappers, mounted servers, a
// fallback, routes for any method (reference/http-server#routing). A server at a prefix is a scope. The
// scopes that lead to a route are known before its handler runs, and their wrappers are called around it,
// outermost first.
import type { MaybePromise } from "../../../interpreter/runtime/index.ts";
import { GET, HEAD, METHODS, OPTIONS, UNKNOWN, methodNameOf, verbOf } from "../message/index.ts";
import type { RequestHead } from "../message/index.ts";
import type { Request } from "./request.ts";
import { Response, TEXT } from "./response.ts";
import type { Handler, Route } from "./route.ts";
import { routeTo } from "./route.ts";
import type { Match } from "./router.ts";
import { Router } from "./router.ts";
import type { Capture } from "./segments.ts";
import { patternOf, segmentsOf } from "./segments.ts";

export type Wrapper = (next: Handler) => MaybePromise<Handler>;

/** The routing of a server: everything that a script registers. */
export class Routing {
  readonly router = new Router();
  private readonly owner: { readonly _routes: readonly Route[] };
  /** Whether there are only routes for one method each, as on most servers. */
  plain = true;
  /** Whether a handler, here or on a mounted server, reads bodies as they arrive. */
  private readsStreams = false;
  wrappers: Wrapper[] = [];
  fallback: Handler | null = null;
  methodSemantics = false;
  private scope: Scope | null = null;

  constructor(owner: { readonly _routes: readonly Route[] }) {
    this.owner = owner;
  }

  get routes(): readonly Route[] {
    return this.owner._routes;
  }

  get streams(): boolean {
    return this.readsStreams || (!this.plain && this.routes.some((route) => route.mounted?.streams === true));
  }

  /** Whether this is `other`, or has it mounted at any depth. */
  leadsTo(other: Routing, seen = new Set<Routing>()): boolean {
    if (this === other) return true;
    if (seen.has(this)) return false;
    seen.add(this);
    return this.routes.some((route) => route.mounted?.leadsTo(other, seen) === true);
  }

  /** Called when a route has been registered whose handler reads the body itself. */
  withStreams(): void {
    this.readsStreams = true;
  }

  /** Returns the route to run, including its wrappers, or null for the plain 404. */
  find(head: RequestHead): Match | null {
    if (this.plain) return this.router.find(this.owner._routes, head.method, head.path);
    this.scope ??= new Scope(this, null, 0, [], null);
    const target = this.scope.target(head.method, methodNameOf(head), head.path);
    return {
      route: routeTo((request) => run(target, 0, request), target.route?.streams ?? false),
      captures: target.captures,
      segments: target.segments,
    };
  }
}

/** The handler for a method and path, with its context. */
interface Target {
  readonly method: number;
  readonly name: string;
  readonly path: string;
  readonly route: Route | null;
  readonly handler: Handler;
  readonly captures: readonly Capture[];
  readonly segments: readonly string[];
  /** The scopes that lead to the handler and have wrappers, outermost first. */
  readonly scopes: readonly Scope[];
}

interface Ask {
  readonly method: number;
  readonly name: string;
  readonly segments: readonly string[];
  /** Only routes of servers with method semantics. */
  readonly semantic: boolean;
}

interface Found {
  readonly scope: Scope;
  readonly route: Route;
  readonly captures: readonly Capture[];
}

/** A server at the prefix where it is mounted, or the one that listens. */
class Scope {
  private readonly routing: Routing;
  private readonly parent: Scope | null;
  /** The number of segments in all prefixes that lead here. */
  private readonly depth: number;
  /** The captures of these prefixes. */
  private readonly captures: readonly Capture[];
  /** The route of the parent that mounts this server. */
  private readonly mount: Route | null;
  private readonly children = new Map<Route, Scope>();
  private wrapped: MaybePromise<Handler> | null = null;
  private wrappedBy = 0;
  /** The target that wrappers are being called for, by request. */
  private readonly under = new WeakMap<Request, { readonly target: Target; readonly at: number }>();

  constructor(
    routing: Routing,
    parent: Scope | null,
    depth: number,
    captures: readonly Capture[],
    mount: Route | null,
  ) {
    this.routing = routing;
    this.parent = parent;
    this.depth = depth;
    this.captures = captures;
    this.mount = mount;
  }

  get hasWrappers(): boolean {
    return this.routing.wrappers.length > 0;
  }

  private get semantic(): boolean {
    return this.routing.methodSemantics || (this.parent?.semantic ?? false);
  }

  /** Calls the wrappers of this scope around the rest of the target. */
  call(target: Target, at: number, request: Request): ReturnType<Handler> {
    const { wrappers } = this.routing;
    if (this.wrapped === null || this.wrappedBy !== wrappers.length) {
      this.wrapped = this.wrap(wrappers);
      this.wrappedBy = wrappers.length;
    }
    this.under.set(request, { target, at });
    return this.wrapped instanceof Promise
      ? this.wrapped.then((wrapped) => wrapped(request))
      : this.wrapped(request);
  }

  private wrap(wrappers: readonly Wrapper[]): MaybePromise<Handler> {
    let next: MaybePromise<Handler> = (request) => this.goOn(request);
    for (const wrapper of wrappers.toReversed())
      next = next instanceof Promise ? next.then(wrapper) : wrapper(next);
    if (next instanceof Promise)
      next.then(
        (wrapped) => (this.wrapped = wrapped),
        () => (this.wrapped = null),
      );
    return next;
  }

  /** Called when the innermost wrapper calls `next`, with the request that it was given or with another. */
  private goOn(request: Request): ReturnType<Handler> {
    const known = this.under.get(request);
    if (
      known !== undefined &&
      known.target.path === request._path &&
      known.target.method === request._method.tag
    ) {
      return run(known.target, known.at + 1, request);
    }
    const target = this.target(request._method.tag, request.methodName(), request._path);
    request.take(target.captures, target.segments);
    const at = target.scopes.indexOf(this);
    return run(target, at + 1, request);
  }

  target(method: number, name: string, path: string): Target {
    const segments = segmentsOf(path);
    const ofAll = method === OPTIONS && path === "*";
    const { scope, route, handler, captures } = this.answer(
      { method, name, segments, semantic: false },
      ofAll,
    );
    return {
      method,
      name,
      path,
      route,
      handler,
      captures,
      segments,
      scopes: scope.way().filter((each) => each.hasWrappers),
    };
  }

  private way(): Scope[] {
    return this.parent === null ? [this] : [...this.parent.way(), this];
  }

  /** @param ofAll the request concerns the server as a whole (RFC 9110 9.3.7) */
  private answer(
    ask: Ask,
    ofAll: boolean,
  ): { scope: Scope; route: Route | null; handler: Handler; captures: readonly Capture[] } {
    const { method, segments } = ask;
    const found = method === HEAD ? this.firstForHead(ask) : this.first(ask);
    if (found !== null) return { ...found, handler: found.route._handler };
    const allowed = ofAll ? this.allowedAnywhere() : this.allowed(segments);
    if (allowed.length > 0) {
      const scope = this.innermost(ask) ?? this;
      const allow = allowed.join(", ");
      const handler =
        method === OPTIONS
          ? (): Response => Response.of(204, "", "").header("Allow", allow)
          : (): Response => Response.of(405, TEXT, "Method Not Allowed").header("Allow", allow);
      return { scope, route: null, handler, captures: [] };
    }
    const fallback = this.fallen(ask);
    if (fallback !== null) return { ...fallback, route: null, captures: fallback.scope.captures };
    return { scope: this.innermost(ask) ?? this, route: null, handler: notFound, captures: [] };
  }

  /** Returns the first registered route that matches. */
  private first(ask: Ask): Found | null {
    for (const { number, route, child } of this.matching(ask)) {
      if (child === null) {
        if (ask.semantic && !this.semantic) continue;
        const captures = this.routing.router.captures(number);
        return {
          scope: this,
          route,
          captures: [
            ...this.captures,
            ...captures.map((each) => ({ ...each, segment: each.segment + this.depth })),
          ],
        };
      }
      const found = child.first(ask);
      if (found !== null) return found;
    }
    return null;
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
      scope = new Scope(mounted, this, this.depth + segments.length, [...this.captures, ...own], route);
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
      this.first({ method, name, segments, semantic: true }) !== null;
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

/** Runs the rest of a target: the wrappers from scope `at` on, then the handler. */
function run(target: Target, at: number, request: Request): ReturnType<Handler> {
  const scope = target.scopes[at];
  return scope === undefined ? target.handler(request) : scope.call(target, at, request);
}

function notFound(): Response {
  return Response.of(404, TEXT, "Not Found");
}
