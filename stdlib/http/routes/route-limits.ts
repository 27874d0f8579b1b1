// Limits of single routes and mounts (reference/http-server#limits-of-a-server). They replace those of the server.
import { segmentsOf } from "./segments.ts";

/** Null for the limit of the server, Infinity for none. */
export interface RouteLimits {
  readonly bodyBytes: number | null;
  readonly handlerMs: number | null;
}

/** The limits by pattern; empty segments do not count. */
export class PatternLimits {
  readonly #byPattern = new Map<string, RouteLimits>();

  set(pattern: string, limits: RouteLimits): void {
    this.#byPattern.set(keyOf(pattern), within(this.of(pattern), limits) ?? limits);
  }

  of(pattern: string): RouteLimits | null {
    return this.#byPattern.get(keyOf(pattern)) ?? null;
  }
}

const keyOf = (pattern: string): string => segmentsOf(pattern).join("/");

/** The limits of a route inside of a mount. */
export function within(outer: RouteLimits | null, inner: RouteLimits | null): RouteLimits | null {
  if (outer === null || inner === null) return outer ?? inner;
  return {
    bodyBytes: inner.bodyBytes ?? outer.bodyBytes,
    handlerMs: inner.handlerMs ?? outer.handlerMs,
  };
}
