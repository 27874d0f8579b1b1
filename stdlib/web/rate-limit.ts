// Limits the requests of clients: a number at once, and then one after the other as time passes (the generic
// cell rate algorithm). Stores one number for each client, and forgets clients whose time has passed.
import { addressBytes, intText, leInt, Panic } from "../../interpreter/runtime/index.ts";
import type { Int } from "../../interpreter/runtime/index.ts";

const MANY = 10_000;
const MOST = 200_000;

export class RateLimit {
  /** The milliseconds that one request is worth. */
  private readonly each: number;
  private readonly span: number;
  /** The time until which each client has used up its requests. */
  private readonly used = new Map<string, number>();
  private nextSweep = MANY;

  constructor(n: Int, perMs: Int) {
    if (leInt(n, 0)) throw new Panic(`rate_limit: the number of requests must be positive: ${intText(n)}`);
    if (leInt(perMs, 0)) throw new Panic(`rate_limit: the time must be positive: ${intText(perMs)}`);
    this.span = Number(perMs);
    this.each = this.span / Number(n);
  }

  /** Returns 0 if the client may continue, otherwise the milliseconds until it may. */
  take(key: string, now: number): number {
    const until = Math.max(this.used.get(key) ?? 0, now);
    const wait = until + this.each - now - this.span;
    // Less than a microsecond is a rounding error.
    if (wait > 1e-3) return Math.max(1, Math.ceil(wait));
    this.used.delete(key);
    this.used.set(key, until + this.each);
    if (this.used.size >= this.nextSweep) this.sweep(now);
    return 0;
  }

  private sweep(now: number): void {
    for (const [key, until] of this.used) if (until <= now) this.used.delete(key);
    // Clients with the least recent requests come first.
    for (const key of this.used.keys()) {
      if (this.used.size <= MOST) break;
      this.used.delete(key);
    }
    this.nextSweep = Math.min(MOST + MANY, Math.max(MANY, this.used.size * 2));
  }
}

/**
 * Returns what identifies the client at an address, with or without port: its IPv4 address, also in the mapped form `::ffff:…`, or
 * the first 64 bits of its IPv6 address, however it is written. A client usually has such a network to itself.
 */
export function networkOf(remote: string): string {
  const isBare = !remote.startsWith("[") && addressBytes(remote) !== null;
  const host = isBare ? remote : remote.slice(0, Math.max(0, remote.lastIndexOf(":")));
  const bytes = addressBytes(host);
  if (bytes === null) return host;
  const isIPv4 = bytes.slice(0, 12).join() === MAPPED;
  return isIPv4 ? bytes.slice(12).join(".") : bytes.slice(0, 8).join(".");
}

/** The start of an IPv4 address among IPv6 addresses. */
const MAPPED = "0,0,0,0,0,0,0,0,0,0,255,255";
