// The opening handshake of WebSockets on both sides (RFC 6455 4, RFC 7692 7.1).
import type { Cryptography, Entropy } from "../../../interpreter/host/index.ts";
import { asciiLower, listMembers } from "../message/index.ts";

const ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** Each message is deflated on its own, so that a connection holds no window of 32 KB for each direction. */
export const DEFLATE_OFFER = "permessage-deflate; client_no_context_takeover; server_no_context_takeover";

export interface Opening {
  /** Value of `Sec-WebSocket-Accept`. */
  readonly accept: string;
  /** Value of `Sec-WebSocket-Extensions`, `""` for none. */
  readonly extensions: string;
}

/** What answers a handshake, or the status and text of its refusal. `header` gives values by their name in small letters. */
export function openingOf(header: (name: string) => string, isGet: boolean, crypto: Cryptography): Opening | { readonly status: number; readonly text: string } {
  const names = (name: string, value: string): boolean => listMembers(header(name)).some((each) => asciiLower(each) === value);
  if (!isGet || !names("connection", "upgrade") || !names("upgrade", "websocket")) return { status: 426, text: "this address speaks WebSocket" };
  if (header("sec-websocket-version") !== "13") return { status: 426, text: "WebSocket version 13 is needed" };
  const key = header("sec-websocket-key");
  if (!/^[A-Za-z0-9+/]{22}==$/.test(key)) return { status: 400, text: "Sec-WebSocket-Key is not 16 bytes in base64" };
  return { accept: acceptOf(key, crypto), extensions: acceptedExtension(header("sec-websocket-extensions")) };
}

export function acceptOf(key: string, crypto: Cryptography): string {
  const hash = crypto.hash("sha1");
  hash.update(key + ACCEPT_SUFFIX);
  return Buffer.from(hash.finish(), "latin1").toString("base64");
}

export function newKey(entropy: Entropy): string {
  return Buffer.from(entropy.randomBytes(16)).toString("base64");
}

/** The first offer of permessage-deflate that can be met; `""` for none. */
function acceptedExtension(offers: string): string {
  for (const offer of offers.split(",")) {
    const [name = "", ...params] = offer.split(";").map((part) => part.trim().toLowerCase());
    if (name !== "permessage-deflate") continue;
    const known = params.every((param) => /^(?:server_no_context_takeover|client_no_context_takeover|client_max_window_bits(?:\s*=\s*"?(?:8|9|1[0-5])"?)?)$/.test(param));
    // A smaller window of ours is asked for by server_max_window_bits, which nothing here can promise.
    if (known && new Set(params.map((param) => param.split("=")[0]!.trim())).size === params.length) return DEFLATE_OFFER;
  }
  return "";
}

/** Whether the server has agreed to deflate; null when it names what was not offered. */
export function agreedDeflate(extensions: string): boolean | null {
  if (extensions.trim() === "") return false;
  const [name = "", ...params] = extensions.split(";").map((part) => part.trim().toLowerCase());
  if (name !== "permessage-deflate" || extensions.includes(",")) return null;
  const known = params.every((param) => /^(?:server_no_context_takeover|client_no_context_takeover|server_max_window_bits\s*=\s*"?(?:8|9|1[0-5])"?)$/.test(param));
  // Else its messages would need those before them to be read.
  return known && params.includes("server_no_context_takeover") ? true : null;
}
