// What a script registers on a server: routes, wrappers, mounted servers, a fallback
// (reference/http-server#routing), and the choice of the handler of a request.
import { methodNameOf } from "../message/index.ts";
import type { RequestHead } from "../message/index.ts";
import { PatternLimits, type RouteLimits, within } from "./route-limits.ts";
import type { Route } from "./route.ts";
import { routeTo } from "./route.ts";
import type { Handler } from "./request.ts";
import type { Response } from "./response.ts";
import type { Match } from "./router.ts";
import { Router } from "./router.ts";
import { run, Scope } from "./scope.ts";
import type { Wrapper, Wrapping } from "./wrapping.ts";

/** The response of a status to a request for a path that no handler answers. */
export type Refusals = (status: number, path: string) => Response;

/** The routing of a server: everything that a script registers. */
export class Routing {
  readonly router = new Router();
  private readonly owner: { readonly _routes: readonly Route[] };
  /** Whether there are only routes for one method each, as on most servers. */
  plain = true;
  /** Whether a handler, here or on a mounted server, reads bodies as they arrive. */
  private readsStreams = false;
  /** The wrappers and guards, outermost first. Replaced when one is added. */
  wrappings: readonly Wrapping[] = [];
  /** The guards among them. */
  guards: readonly Wrapping[] = [];
  fallback: Handler | null = null;
  methodSemantics = false;
  /** Makes the responses to what no handler answers, by the path; null for plain texts. */
  refusals: Refusals | null = null;
  /** The limits of single routes and mounts here; null without any. */
  private limits: PatternLimits | null = null;
  /** The limits that the script has set for this server as a whole, which it keeps where it is mounted. */
  ownLimits: RouteLimits | null = null;
  private scope: Scope | null = null;

  constructor(owner: { readonly _routes: readonly Route[] }) {
    this.owner = owner;
  }

  get routes(): readonly Route[] {
    return this.owner._routes;
  }

  /** Whether the route of a request must be known before its body: a handler reads it, or a route has its limits. */
  get precedesBody(): boolean {
    return (
      this.readsStreams ||
      this.limits !== null ||
      (!this.plain &&
        this.routes.some(
          ({ mounted }) => mounted !== null && (mounted.ownLimits !== null || mounted.precedesBody),
        ))
    );
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

  /** Sets the limits of the routes with a pattern, or of the server that is mounted there. */
  limit(pattern: string, limits: RouteLimits): void {
    (this.limits ??= new PatternLimits()).set(pattern, limits);
  }

  /** Sets limits of this server as a whole. */
  limitAll(limits: RouteLimits): void {
    this.ownLimits = within(this.ownLimits, limits);
  }

  limitsOf(route: Route): RouteLimits | null {
    return this.limits?.of(route._pattern) ?? null;
  }

  /** Adds a wrapper, or the guard of a prefix. */
  wrap(wrapper: Wrapper, prefix: string | null): void {
    this.plain = false;
    this.wrappings = [...this.wrappings, { wrapper, prefix }];
    if (prefix !== null) this.guards = [...this.guards, { wrapper, prefix }];
  }

  /** What makes the responses to requests for a path that no handler answers. */
  refusalsFor(path: string): Refusals | null {
    if (this.plain) return this.refusals;
    this.scope ??= new Scope(this, null, [], [], null);
    return this.scope.refusalsFor(path);
  }

  /** Returns the route to run, including its wrappers, or null for the plain 404. */
  find(head: RequestHead): Match | null {
    if (this.plain) {
      const match = this.router.find(this.owner._routes, head.method, head.path);
      if (this.limits === null || match === null) return match;
      const limits = this.limitsOf(match.route);
      return limits === null ? match : { ...match, limits };
    }
    this.scope ??= new Scope(this, null, [], [], null);
    const target = this.scope.target(head.method, methodNameOf(head), head.path);
    return {
      route: routeTo((request) => {
        request.matched = target;
        return run(target, 0, request);
      }, target.route?.streams ?? false),
      captures: target.captures,
      segments: target.segments,
      limits: target.limits,
    };
  }
}
