// WebSockets of the client (reference/http-client#websockets): the handshake, which is a request like others,
// and the connection of a peer.
import type { ErrorValue, Result, Runtime } from "../../../interpreter/runtime/index.ts";
import { Err, fail } from "../../../interpreter/runtime/index.ts";
import { LIMITS } from "../limits.ts";
import type { ResponseHead } from "../message/index.ts";
import { asciiLower, listMembers } from "../message/index.ts";
import {
  acceptOf,
  agreedDeflate,
  DEFLATE_OFFER,
  newKey,
  Peer,
  WIDEST_WINDOW,
  type Wire,
} from "../websocket/index.ts";
import type { ClientRequest } from "./client-request.ts";
import type { ClientConnection, ConnectionUser } from "./connection.ts";
import type { RequestSpec } from "./redirect.ts";
import { RequestCall, type Shared } from "./request-call.ts";
import type { SharedClient } from "./shared-client.ts";
import { httpAddress } from "./url.ts";

/** The value of type `WebSocket` in programs, on the client's side. */
export interface Opened {
  readonly peer: Peer;
  /** The protocol that the server has chosen, or null. */
  readonly protocol: string | null;
}

/** The fields that belong to the handshake. */
const OWN_FIELDS = new Set([
  "connection",
  "upgrade",
  "sec-websocket-accept",
  "sec-websocket-extensions",
  "sec-websocket-key",
  "sec-websocket-version",
]);
const PROTOCOL = "sec-websocket-protocol";

/** @param usual the state shared by requests without a client */
export async function openWebSocket(
  runtime: Runtime,
  client: SharedClient | null,
  usual: Shared,
  request: ClientRequest,
): Promise<Result<Opened, ErrorValue>> {
  const spec = client?.closed === true ? "the client has been closed" : handshakeOf(request, client);
  if (typeof spec === "string") return fail("http", `websocket: ${spec}`);
  const { system } = runtime.host;
  const key = newKey(system.entropy);
  const lines = [
    ...spec.lines,
    { name: "Connection", value: "Upgrade" },
    { name: "Upgrade", value: "websocket" },
    { name: "Sec-WebSocket-Version", value: "13" },
    { name: "Sec-WebSocket-Key", value: key },
    { name: "Sec-WebSocket-Extensions", value: DEFLATE_OFFER },
  ];
  const called = { method: "websocket", url: spec.target.shown.replace(/^http/, "ws") };
  const timeoutMs = request.timeoutMs ?? client?.timeoutMs ?? Infinity;
  let wire: ClientWire | null = null;
  const call = new RequestCall(
    client ?? usual,
    { ...spec, lines, upgrades: true },
    {
      called,
      upload: null,
      timeoutMs: timeoutMs === Infinity ? LIMITS.connectMs : timeoutMs,
      whole: false,
      maxRedirects: request.maxRedirects ?? client?.maxRedirects ?? 0,
      retries: request.retries,
      cancel: request.cancel,
      proxy: request.proxy === undefined ? (client?.proxy ?? null) : request.proxy,
      maxBody: Infinity,
      decodes: false,
      upgraded: (connection, rest) => void (wire = new ClientWire(connection, rest)),
    },
  );
  client?.began(call);
  call.start();
  const opened = await call.opened;
  if (opened instanceof Err) return opened;
  const carrier = wire as ClientWire | null;
  const deflates = agreement(opened.head, acceptOf(key, system.cryptography), protocolsOf(spec));
  if (carrier === null || typeof deflates === "string") {
    call.close();
    carrier?.cut();
    return fail("http", `websocket: ${called.url}: ${deflates}`);
  }
  const peer = new Peer(runtime, carrier, { isClient: true, deflates, windowBits: WIDEST_WINDOW });
  carrier.begin(peer);
  return { peer, protocol: opened.head.fields.has(PROTOCOL) ? opened.head.fields.value(PROTOCOL) : null };
}

/** Returns the request for a handshake, or the error text. */
function handshakeOf(request: ClientRequest, client: SharedClient | null): RequestSpec | string {
  if (client !== null && client.problem !== null) return client.problem;
  const spec = request.spec(client?.headers ?? [], httpAddress(request.url));
  if (typeof spec === "string") return spec;
  if (spec.method !== "GET") return `the method must be GET, not ${spec.method}`;
  if (spec.body !== "" || request.___body !== null) return "a handshake cannot have a body";
  const own = spec.lines.find(({ name }) => OWN_FIELDS.has(asciiLower(name)));
  return own === undefined ? spec : `Bad Header: '${own.name}' belongs to the handshake`;
}

/** Returns the protocols that the program offers. */
function protocolsOf({ lines }: RequestSpec): readonly string[] {
  const offered = lines.filter(({ name }) => asciiLower(name) === PROTOCOL);
  return offered.flatMap(({ value }) => value.split(",").map((each) => each.trim()));
}

/** Returns whether messages may be deflated, or says why the response does not accept the handshake. */
function agreement(
  { status, fields }: ResponseHead,
  accept: string,
  protocols: readonly string[],
): boolean | string {
  if (status !== 101) return `the server answered ${status}`;
  if (asciiLower(fields.value("upgrade")) !== "websocket") return "the server did not upgrade";
  if (!fields.all("connection").flatMap(listMembers).includes("upgrade")) return "the server did not upgrade";
  if (fields.value("sec-websocket-accept") !== accept) return "the server answered a different handshake";
  if (fields.has(PROTOCOL) && !protocols.includes(fields.all(PROTOCOL).join(", ")))
    return "the server chose a protocol that was not offered";
  return (
    agreedDeflate(fields.all("sec-websocket-extensions").join(", ")) ??
    "the server chose an extension that was not offered"
  );
}

/** A connection of the client, as the wire of a peer. */
class ClientWire implements Wire, ConnectionUser {
  readonly #connection: ClientConnection;
  /** The data that has arrived before the peer exists. */
  #early: string;
  #peer: Peer | null = null;
  #soon = false;
  #over = false;

  constructor(connection: ClientConnection, rest: string) {
    this.#connection = connection;
    this.#early = rest;
    connection.handOver(this);
  }

  begin(peer: Peer): void {
    this.#peer = peer;
    if (this.#early !== "") peer.received(this.#early);
    this.#early = "";
    if (!this.#connection.alive) peer.gone();
    this.flow();
    this.hurry();
  }

  // ---- called by the peer

  get full(): boolean {
    return this.#connection.full;
  }

  add(head: string, payload: string): void {
    if (this.#over) return;
    this.#connection.add(head, payload);
    // A sender that finds the wire full waits for a write to continue.
    if (this.#connection.full) return this.#connection.flush();
    if (this.#soon) return;
    this.#soon = true;
    queueMicrotask(() => {
      this.#soon = false;
      this.#connection.flush();
    });
  }

  flow(): void {
    if (this.#peer?.full === true) this.#connection.pause();
    else this.#connection.resume();
  }

  finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.#connection.finish();
    // The server closes first (RFC 6455 7.1.1); if it does not, the connection is dropped.
    this.#connection.setDeadline(performance.now() + LIMITS.lingerMs);
  }

  cut(): void {
    if (this.#over) return;
    this.#over = true;
    this.#connection.reset();
  }

  hurry(): void {
    if (this.#peer !== null && !this.#over) this.#connection.setDeadline(this.#peer.deadline);
  }

  // ---- called by the connection

  arrived(text: string): void {
    if (this.#over) return;
    if (this.#peer === null) this.#early += text;
    else this.#peer.received(text);
  }

  ended(): void {
    if (!this.#over) this.#peer?.gone();
    // Otherwise the last frame has not been sent yet.
    if (!this.#over) this.#connection.destroy();
  }

  progressed(): void {
    this.#peer?.released();
  }

  timedOut(): void {
    if (this.#over) return this.#connection.destroy();
    this.#peer?.expired();
    this.hurry();
  }

  leave(): void {
    this.#peer?.dismiss(1001);
    if (!this.#over) this.#connection.destroy();
  }
}
