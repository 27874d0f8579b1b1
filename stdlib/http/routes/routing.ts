// What a script registers on a server: routes, wrappers, mounted servers, a fallback
// (reference/http-server#routing), and the choice of the handler of a request.
import { methodNameOf } from "../message/index.ts";
import type { RequestHead } from "../message/index.ts";
import type { Handler, Route } from "./route.ts";
import { routeTo } from "./route.ts";
import type { Match } from "./router.ts";
import { Router } from "./router.ts";
import { run, Scope } from "./scope.ts";
import type { Wrapper, Wrapping } from "./wrapping.ts";

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

  /** Adds a wrapper, or the guard of a prefix. */
  wrap(wrapper: Wrapper, prefix: string | null): void {
    this.plain = false;
    this.wrappings = [...this.wrappings, { wrapper, prefix }];
    if (prefix !== null) this.guards = [...this.guards, { wrapper, prefix }];
  }

  /** Returns the route to run, including its wrappers, or null for the plain 404. */
  find(head: RequestHead): Match | null {
    if (this.plain) return this.router.find(this.owner._routes, head.method, head.path);
    this.scope ??= new Scope(this, null, [], [], null);
    const target = this.scope.target(head.method, methodNameOf(head), head.path);
    return {
      route: routeTo((request) => run(target, 0, request), target.route?.streams ?? false),
      captures: target.captures,
      segments: target.segments,
    };
  }
}
