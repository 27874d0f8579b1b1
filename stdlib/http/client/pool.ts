// Idle connections of the client per origin (reference/http-client#connections): how many are kept, for how
// long, and for which requests.
import { LIMITS } from "../limits.ts";
import type { ClientConnection } from "./connection.ts";

export class Pool {
  private readonly idle = new Map<string, ClientConnection[]>();
  private count = 0;
  private sweeper: NodeJS.Timeout | undefined;

  /** The number of idle connections. */
  get size(): number {
    return this.count;
  }

  /**
   *
   * Takes the most recently used idle connection to an origin, or returns null.
   * @param repeatable whether the request may be sent twice; any other request gets only a connection that
   * has just been used and whose peer named keep-alive
   */
  take(origin: string, repeatable: boolean): ClientConnection | null {
    const connections = this.idle.get(origin);
    if (connections === undefined) return null;
    const now = performance.now();
    for (;;) {
      const connection = connections.pop();
      if (connection === undefined) return null;
      this.count -= 1;
      const fit = connection.alive && now < connection.idleUntil;
      const fresh = connection.namedKeepAlive && now - connection.idleSince < LIMITS.freshMs;
      if (fit && (repeatable || fresh)) return connection;
      if (!fit) {
        connection.destroy();
        continue;
      }
      // The other connections have been idle even longer, or are no better.
      connections.push(connection);
      this.count += 1;
      return null;
    }
  }

  /** Keeps a connection for `idleMs`, unless there are enough. */
  keep(connection: ClientConnection, idleMs: number, namedKeepAlive: boolean): void {
    const connections = this.idle.get(connection.origin) ?? [];
    if (
      idleMs <= 0 ||
      !connection.alive ||
      connections.length >= LIMITS.idlePerOrigin ||
      this.count >= LIMITS.idleInAll
    ) {
      connection.destroy();
      return;
    }
    connection.rest();
    connection.namedKeepAlive = namedKeepAlive;
    connection.idleSince = performance.now();
    connection.idleUntil = connection.idleSince + Math.min(idleMs, LIMITS.idleMs);
    connections.push(connection);
    this.count += 1;
    this.idle.set(connection.origin, connections);
    if (this.sweeper === undefined) this.sweepLater();
  }

  /** Called when an idle connection has ended. */
  forget(connection: ClientConnection): void {
    const connections = this.idle.get(connection.origin);
    const place = connections?.indexOf(connection) ?? -1;
    if (place < 0) return;
    connections!.splice(place, 1);
    this.count -= 1;
  }

  private sweepLater(): void {
    this.sweeper = setTimeout(() => this.sweep(), LIMITS.freshMs);
    this.sweeper.unref();
  }

  private sweep(): void {
    this.sweeper = undefined;
    const now = performance.now();
    for (const [origin, connections] of this.idle) {
      const isFit = (connection: ClientConnection): boolean => connection.alive && now < connection.idleUntil;
      const [fit, old] = [connections.filter(isFit), connections.filter((connection) => !isFit(connection))];
      this.count -= old.length;
      if (fit.length === 0) this.idle.delete(origin);
      else this.idle.set(origin, fit);
      // Each one is forgotten when it is destroyed, so it must have left the list before.
      for (const connection of old) connection.destroy();
    }
    if (this.count > 0) this.sweepLater();
  }
}
