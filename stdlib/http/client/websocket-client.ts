// WebSockets of the client (reference/http-client#websockets): connecting, the handshake, and the socket behind a peer.
import type { ErrorValue, Result, Runtime } from "../../../interpreter/runtime/index.ts";
import { type Err, fail, MAX_DELAY_MS } from "../../../interpreter/runtime/index.ts";
import type { Socket } from "../../net/index.ts";
import { errorText } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import type { ResponseHead } from "../message/index.ts";
import { asciiLower, HeadMemory, ResponseReader } from "../message/index.ts";
import { Outbox } from "../transport/index.ts";
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
import type { Origins } from "./dispatch.ts";
import { proxyOfEnvironment } from "./proxy.ts";
import type { SharedClient } from "./shared-client.ts";
import { requestText } from "./request-text.ts";

/** What a program holds as `WebSocket`, on this side. */
export interface Opened {
  readonly peer: Peer;
}

/** `ws:` and `wss:` as `http:` and `https:`. */
function httpAddress(url: string): string {
  return url.replace(/^\s*ws(s?):\/\//i, "http$1://");
}

export async function openWebSocket(
  runtime: Runtime,
  client: SharedClient | null,
  usual: Origins,
  request: ClientRequest,
): Promise<Result<Opened, ErrorValue>> {
  const { url } = request;
  const problem = (text: string): Err<ErrorValue> =>
    fail("http", `websocket: ${text.includes(url) ? "" : `${url}: `}${text}`);
  if (client?.closed === true) return problem("the client has been closed");
  if (client !== null && client.problem !== null) return problem(client.problem);
  const origins = client?.origins ?? usual;
  const spec = request.spec(client?.headers ?? [], httpAddress(url));
  if (typeof spec === "string") return problem(spec);
  const { cancel } = request;
  if (cancel?.isCancelled === true) return fail("cancelled", `websocket: ${url}: cancelled`);
  const { system } = runtime.host;
  const key = newKey(system.entropy);
  const lines = [
    ...spec.lines,
    { name: "Connection", value: "Upgrade" },
    { name: "Upgrade", value: "websocket" },
    { name: "Sec-WebSocket-Version", value: "13" },
    { name: "Sec-WebSocket-Key", value: key },
    { name: "Sec-WebSocket-Extensions", value: DEFLATE_OFFER },
    { name: "Accept-Encoding", value: "identity" },
  ];
  const chosen = request.proxy ?? client?.proxy ?? null;
  const proxy = chosen === "env" ? proxyOfEnvironment(spec.target, runtime.host) : chosen;
  if (typeof proxy === "string") return problem(proxy);
  const text = requestText("GET", spec.target, lines, "");
  if (typeof text === "string") return problem(text);
  const limitMs = Math.min(
    request.timeoutMs === Infinity ? LIMITS.connectMs : request.timeoutMs,
    MAX_DELAY_MS,
  );
  const socket = await origins.connector.open(spec.target, limitMs, proxy ?? undefined);
  if ("text" in socket) return problem(socket.text);
  const answer = await handshake(
    socket,
    text.head,
    Math.min(limitMs * 2, MAX_DELAY_MS),
    cancel?.listen.bind(cancel) ?? null,
  );
  if (typeof answer === "string") {
    socket.destroy();
    return answer === "cancelled" ? fail("cancelled", `websocket: ${url}: cancelled`) : problem(answer);
  }
  const { head, rest } = answer;
  const wrong = refusal(head, acceptOf(key, system.cryptography));
  if (typeof wrong === "string") {
    socket.destroy();
    return problem(wrong);
  }
  const line = new ClientWire(socket, runtime);
  const peer = new Peer(runtime, line, { isClient: true, deflates: wrong, windowBits: WIDEST_WINDOW });
  line.begin(peer, rest);
  return { peer };
}

/** Why the answer is none to the handshake, or whether messages may be deflated. */
function refusal({ status, fields }: ResponseHead, accept: string): string | boolean {
  if (status !== 101) return `the server answered ${status}`;
  if (
    asciiLower(fields.value("upgrade")) !== "websocket" ||
    !asciiLower(fields.value("connection")).includes("upgrade")
  )
    return "the server did not upgrade";
  if (fields.value("sec-websocket-accept") !== accept) return "the server answered another handshake";
  if (fields.has("sec-websocket-protocol") && fields.value("sec-websocket-protocol").includes(","))
    return "the server chose several protocols";
  return (
    agreedDeflate(fields.all("sec-websocket-extensions").join(", ")) ??
    "the server chose an extension that was not offered"
  );
}

/** Sends the head and reads the answer's; what follows it is the first of the conversation. */
function handshake(
  socket: Socket,
  request: string,
  limitMs: number,
  listen: ((ring: () => void) => () => void) | null,
): Promise<{ readonly head: ResponseHead; readonly rest: string } | string> {
  return new Promise((resolve) => {
    let text = "";
    let unlisten = (): void => {};
    const settle = (outcome: { readonly head: ResponseHead; readonly rest: string } | string): void => {
      clearTimeout(timer);
      unlisten();
      socket.off("data", arrived).off("end", ended).off("error", broken).off("close", ended);
      socket.on("error", () => {});
      socket.pause();
      resolve(outcome);
    };
    const arrived = (bytes: Buffer): void => {
      text += bytes.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) {
        if (text.length > LIMITS.requestHeadBytes) settle("the answer is too large");
        return;
      }
      let head: ResponseHead | null = null;
      const reader = new ResponseReader(false, false, new HeadMemory(), {
        head: (read) => void (head = read),
        data: () => {},
      });
      reader.feed(text.slice(0, end + 4));
      if (head === null) settle(reader.fault?.text ?? "no answer to the handshake");
      else settle({ head, rest: text.slice(end + 4) });
    };
    const ended = (): void => settle("the server ended the connection during the handshake");
    const broken = (error: Error): void => settle(errorText(error));
    const timer = setTimeout(() => setImmediate(() => settle("timed out")), limitMs);
    socket.on("data", arrived).on("end", ended).on("error", broken).on("close", ended);
    socket.resume();
    socket.write(request, "latin1");
    if (listen !== null) unlisten = listen(() => settle("cancelled"));
  });
}

/** A socket of the client as a peer uses it. */
class ClientWire implements Wire {
  readonly #socket: Socket;
  readonly #outbox: Outbox;
  readonly #forget: () => void;
  readonly #reset: (socket: Socket) => void;
  #peer: Peer | null = null;
  #timer: NodeJS.Timeout | undefined;
  #soon = false;
  #over = false;

  constructor(socket: Socket, runtime: Runtime) {
    this.#socket = socket;
    this.#outbox = new Outbox(socket, () => this.#peer?.released());
    this.#forget = runtime.atEnd(() => socket.destroy());
    const { sockets } = runtime.host.system;
    this.#reset = sockets.reset;
    sockets.surviveFailedWrites(socket, () => this.#lost());
  }

  begin(peer: Peer, rest: string): void {
    this.#peer = peer;
    const socket = this.#socket;
    socket.on("data", (bytes: Buffer) => peer.received(bytes.toString("latin1")));
    socket.on("end", () => this.#lost());
    socket.on("close", () => this.#lost());
    if (rest !== "") peer.received(rest);
    this.flow();
    this.hurry(0);
  }

  get full(): boolean {
    return this.#outbox.blocked || this.#outbox.size >= LIMITS.heldBytes;
  }

  add(head: string, payload: string): void {
    if (this.#over) return;
    this.#outbox.add(head, payload);
    if (this.#soon) return;
    this.#soon = true;
    queueMicrotask(() => {
      this.#soon = false;
      if (!this.#socket.destroyed) this.#outbox.flush();
    });
  }

  flow(): void {
    if (this.#peer?.full === true) this.#socket.pause();
    else if (this.#socket.isPaused()) this.#socket.resume();
  }

  finish(): void {
    if (this.#over) return;
    this.#outbox.flush();
    this.#stop();
    this.#socket.end();
    this.#socket.resume();
    // The server closes first (RFC 6455 7.1.1); one that does not is left.
    setTimeout(() => this.#socket.destroy(), LIMITS.lingerMs).unref();
  }

  cut(): void {
    if (this.#over) return;
    this.#stop();
    this.#reset(this.#socket);
  }

  hurry(_ms: number): void {
    clearTimeout(this.#timer);
    if (this.#peer === null || this.#over) return;
    const delay = this.#peer.deadline - performance.now();
    if (delay === Infinity) return;
    this.#timer = setTimeout(() => setImmediate(() => this.#look()), Math.max(1, Math.ceil(delay)));
    this.#timer.unref();
  }

  #look(): void {
    if (this.#over) return;
    this.#peer?.expired();
    this.hurry(0);
  }

  #lost(): void {
    this.#peer?.gone();
    if (this.#over) return;
    this.#stop();
    this.#socket.destroy();
  }

  #stop(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#forget();
  }
}
