// Connections that do not speak HTTP yet: they begin with the head of a proxy, a TLS handshake, or both.
import type { Runtime } from "../../../interpreter/runtime/index.ts";
import { MAX_DELAY_MS } from "../../../interpreter/runtime/index.ts";
import type { Socket } from "../../net/index.ts";
import type { ClientInfo } from "./client-info.ts";
import { clientInfo } from "./client-info.ts";
import type { ServerLimits } from "./connection-host.ts";
import type { ServerConnection } from "./connection.ts";
import { readFirst } from "./first-bytes.ts";
import type { Identities } from "./identities.ts";
import type { HeadClient, HeadOutcome } from "./proxy-head.ts";
import { parseProxyHead } from "./proxy-head.ts";

/** The longest handshake, and the longest wait for the head of a proxy. */
const LONGEST_MS = 10_000;
/** The response to a request that should have been sent over TLS. */
const HTTPS_ONLY = "This port speaks HTTPS, the request was plain HTTP.";

/** The service, as its openings use it. */
interface OpeningHost {
  readonly runtime: Runtime;
  readonly stopping: boolean;
  readonly limits: ServerLimits;
  readLimit(): number;
  /** Takes a connection that speaks HTTP from now on, with the bytes that have been read. */
  accepted(socket: Socket, client: ClientInfo, first?: string): void;
  connect(socket: Socket, client: ClientInfo): ServerConnection;
  finishWhenDrained(): void;
}

export class Openings {
  private readonly host: OpeningHost;
  /** Functions that give up. */
  private readonly pending = new Set<() => void>();

  constructor(host: OpeningHost) {
    this.host = host;
  }

  get size(): number {
    return this.pending.size;
  }

  giveUp(): void {
    for (const giveUp of [...this.pending]) giveUp();
  }

  open(socket: Socket, identities: Identities | null, sendsHead: boolean): void {
    if (sendsHead) this.readHead(socket, identities);
    else if (identities !== null)
      this.read(socket, this.handshakeMs, enough, (bytes) => this.secure(socket, identities, null, bytes));
  }

  /** Reads the head of a proxy, then starts TLS or HTTP. Without a valid head, closes. */
  private readHead(socket: Socket, identities: Identities | null): void {
    let outcome: HeadOutcome = { kind: "invalid" };
    const judge = (bytes: Buffer): number => {
      outcome = parseProxyHead(bytes);
      return outcome.kind === "incomplete" ? outcome.needed : 0;
    };
    const { limits } = this.host;
    const limitMs = Math.min(limits.headerMs ?? this.host.readLimit(), LONGEST_MS);
    this.read(socket, limitMs, judge, (bytes) => {
      if (outcome.kind !== "complete") {
        socket.destroy();
        this.host.finishWhenDrained();
        return;
      }
      const { client, length } = outcome;
      const rest = bytes.subarray(length);
      if (identities === null) {
        this.host.accepted(socket, clientInfo(socket, false, client), rest.toString("latin1"));
      } else if (rest.length > 0) this.secure(socket, identities, client, rest);
      else
        this.read(socket, this.handshakeMs, enough, (more) => this.secure(socket, identities, client, more));
    });
  }

  private read(
    socket: Socket,
    limitMs: number,
    judge: (bytes: Buffer) => number,
    then: (bytes: Buffer) => void,
  ): void {
    const giveUp = readFirst(socket, limitMs, judge, (bytes) => {
      this.pending.delete(giveUp);
      if (bytes === null) this.host.finishWhenDrained();
      else then(bytes);
    });
    this.pending.add(giveUp);
  }

  /** Starts a handshake, unless the client sends plain HTTP. `first` holds the bytes that have been read. */
  private secure(socket: Socket, identities: Identities, named: HeadClient, first: Buffer): void {
    if (isPlainHttp(first)) {
      this.host.connect(socket, clientInfo(socket, false, named)).refuseAll(400, HTTPS_ONLY, isHead(first));
      return;
    }
    const client = clientInfo(socket, true, named);
    socket.unshift(first);
    const done = (secured: Socket | null): void => {
      this.pending.delete(giveUp);
      if (secured === null) this.host.finishWhenDrained();
      else if (this.host.stopping) this.host.connect(secured, client).drain();
      else this.host.accepted(secured, client);
    };
    const giveUp = this.host.runtime.host.system.sockets.accept(socket, {
      identityFor: (name) => identities.of(name),
      limitMs: this.handshakeMs,
      done,
    });
    this.pending.add(giveUp);
  }

  private get handshakeMs(): number {
    return Math.min(this.host.readLimit(), MAX_DELAY_MS, LONGEST_MS);
  }
}

/** One byte tells TLS from HTTP. */
function enough(): number {
  return 0;
}

/** TLS begins with a byte that no request begins with. */
function isPlainHttp(bytes: Buffer): boolean {
  return /^[A-Za-z\r\n]/.test(bytes.toString("latin1", 0, 1));
}

function isHead(bytes: Buffer): boolean {
  return bytes.toString("latin1", 0, 5) === "HEAD ";
}
