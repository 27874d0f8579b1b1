// The opening handshake of WebSockets on both sides (RFC 6455 4, RFC 7692 7.1).
import type { Cryptography, Entropy } from "../../../interpreter/host/index.ts";
import { asciiLower, listMembers, trimBlanks } from "../message/index.ts";

const ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** Each message is deflated separately, so that a connection holds no window of 32 KB for each direction. */
export const DEFLATE_OFFER = "permessage-deflate; client_no_context_takeover; server_no_context_takeover";
/** The default window of DEFLATE, as a power of two. */
export const WIDEST_WINDOW = 15;

export interface Opening {
  /** The value of `Sec-WebSocket-Accept`. */
  readonly accept: string;
  /** The value of `Sec-WebSocket-Extensions`, or `""`. */
  readonly extensions: string;
  /** The window of messages to the client, as a power of two. */
  readonly windowBits: number;
  /** The value of `Sec-WebSocket-Protocol`, or null. */
  readonly protocol: string | null;
}

/**
 * Returns the acceptance of a handshake, or the status and text of its refusal. `header` returns values by
 * lowercase name; `protocols` are those that the program speaks.
 */
export function openingOf(
  header: (name: string) => string,
  isGet: boolean,
  crypto: Cryptography,
  protocols: readonly string[],
): Opening | { readonly status: number; readonly text: string } {
  const names = (name: string, value: string): boolean =>
    listMembers(header(name)).some((each) => asciiLower(each) === value);
  if (!isGet || !names("connection", "upgrade") || !names("upgrade", "websocket"))
    return { status: 426, text: "this address accepts WebSocket requests only" };
  if (header("sec-websocket-version") !== "13")
    return { status: 426, text: "WebSocket version 13 is required" };
  const key = header("sec-websocket-key");
  if (!/^[A-Za-z0-9+/]{22}==$/.test(key))
    return { status: 400, text: "Sec-WebSocket-Key is not 16 bytes in base64" };
  return {
    accept: acceptOf(key, crypto),
    protocol: chosenProtocol(header("sec-websocket-protocol"), protocols),
    ...acceptedExtension(header("sec-websocket-extensions")),
  };
}

/** Returns the first protocol that the client offers and the program speaks; names are compared with their case. */
function chosenProtocol(offered: string, spoken: readonly string[]): string | null {
  if (spoken.length === 0) return null;
  return (
    offered
      .split(",")
      .map((each) => trimBlanks(each))
      .find((each) => spoken.includes(each)) ?? null
  );
}

export function acceptOf(key: string, crypto: Cryptography): string {
  const hash = crypto.hash("sha1");
  hash.update(key + ACCEPT_SUFFIX);
  return Buffer.from(hash.finish(), "latin1").toString("base64");
}

export function newKey(entropy: Entropy): string {
  return Buffer.from(entropy.randomBytes(16)).toString("base64");
}

const OFFERED =
  /^(?:(?:server|client)_no_context_takeover|client_max_window_bits(?:\s*=\s*"?(?:8|9|1[0-5])"?)?|server_max_window_bits\s*=\s*"?(?:9|1[0-5])"?)$/;

/** Returns the first offer of permessage-deflate that can be met. zlib cannot write a window of 8 bits. */
function acceptedExtension(descriptors: string): Pick<Opening, "extensions" | "windowBits"> {
  for (const descriptor of descriptors.split(",")) {
    const [name = "", ...params] = descriptor.split(";").map((part) => part.trim().toLowerCase());
    const names = params.map((param) => param.split("=")[0]!.trim());
    if (
      name !== "permessage-deflate" ||
      !params.every((param) => OFFERED.test(param)) ||
      new Set(names).size < names.length
    )
      continue;
    const asked = params[names.indexOf("server_max_window_bits")];
    if (asked === undefined) return { extensions: DEFLATE_OFFER, windowBits: WIDEST_WINDOW };
    const windowBits = Number(/\d+/.exec(asked)![0]);
    return { extensions: `${DEFLATE_OFFER}; server_max_window_bits=${windowBits}`, windowBits };
  }
  return { extensions: "", windowBits: WIDEST_WINDOW };
}

/** Whether the server has agreed to deflate; null if it names something that was not offered. */
export function agreedDeflate(extensions: string): boolean | null {
  if (extensions.trim() === "") return false;
  const [name = "", ...params] = extensions.split(";").map((part) => part.trim().toLowerCase());
  if (name !== "permessage-deflate" || extensions.includes(",")) return null;
  const known = params.every((param) =>
    /^(?:server_no_context_takeover|client_no_context_takeover|server_max_window_bits\s*=\s*"?(?:8|9|1[0-5])"?)$/.test(
      param,
    ),
  );
  const names = params.map((param) => param.split("=")[0]!.trim());
  if (new Set(names).size < names.length) return null;
  // Otherwise its messages could not be read without those before them.
  return known && params.includes("server_no_context_takeover") ? true : null;
}
