// The head that proxies send before anything else on a connection: the PROXY protocol, versions 1 and 2
// (haproxy.org/download/2.9/doc/proxy-protocol.txt).
import { addressBytes } from "../../../interpreter/runtime/index.ts";

/** The client that a head names. */
export interface ProxiedClient {
  readonly host: string;
  readonly port: number;
}

/** Null if the proxy speaks for itself, or does not know. */
export type HeadClient = ProxiedClient | "unix" | null;

export type HeadOutcome =
  /** More bytes are needed, at least this many in all. */
  | { readonly kind: "incomplete"; readonly needed: number }
  | { readonly kind: "invalid" }
  /** The head has `length` bytes. */
  | { readonly kind: "complete"; readonly client: HeadClient; readonly length: number };

const FIRST = Buffer.from("PROXY ", "latin1");
const SECOND = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const INVALID: HeadOutcome = { kind: "invalid" };
/** The longest head of version 1, and the fixed part of version 2. */
const LONGEST_LINE = 107;
const FIXED_PART = 16;

/** Parses the bytes at the start of a connection. */
export function parseProxyHead(bytes: Buffer): HeadOutcome {
  if (startsAs(bytes, SECOND)) return parseSecond(bytes);
  return startsAs(bytes, FIRST) ? parseFirst(bytes) : INVALID;
}

/** Whether the bytes begin like `signature`, as far as they go. */
function startsAs(bytes: Buffer, signature: Buffer): boolean {
  const length = Math.min(bytes.length, signature.length);
  return bytes.subarray(0, length).equals(signature.subarray(0, length));
}

function parseFirst(bytes: Buffer): HeadOutcome {
  const text = bytes.toString("latin1", 0, LONGEST_LINE);
  const end = text.indexOf("\r\n");
  if (end < 0)
    return bytes.length < LONGEST_LINE ? { kind: "incomplete", needed: bytes.length + 1 } : INVALID;
  const line = text.slice(0, end);
  const length = end + 2;
  if (/^PROXY UNKNOWN(?: [^\r\n]*)?$/.test(line)) return { kind: "complete", client: null, length };
  const parts = /^PROXY TCP([46]) (\S+) (\S+) (\d{1,5}) (\d{1,5})$/.exec(line);
  if (parts === null) return INVALID;
  const [, family, host = "", target = "", port = "", targetPort = ""] = parts;
  const isAddress = (address: string): boolean =>
    address.includes(":") === (family === "6") &&
    /^[\da-fA-F:.]+$/.test(address) &&
    addressBytes(address) !== null;
  if (!isAddress(host) || !isAddress(target) || !isPort(port) || !isPort(targetPort)) return INVALID;
  return { kind: "complete", client: { host, port: Number(port) }, length };
}

function isPort(text: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(text) && Number(text) <= 65_535;
}

function parseSecond(bytes: Buffer): HeadOutcome {
  if (bytes.length < FIXED_PART) return { kind: "incomplete", needed: FIXED_PART };
  const [version, command] = [bytes[12]! >> 4, bytes[12]! & 15];
  const [family, transport] = [bytes[13]! >> 4, bytes[13]! & 15];
  const size = bytes.readUInt16BE(14);
  // A datagram has no connection.
  if (version !== 2 || command > 1 || family > 3 || transport > 1) return INVALID;
  const isKnown = command === 1 && family > 0 && transport === 1;
  if (isKnown && size < [0, 12, 36, 216][family]!) return INVALID;
  const length = FIXED_PART + size;
  if (bytes.length < length) return { kind: "incomplete", needed: length };
  if (!isKnown) return { kind: "complete", client: null, length };
  if (family === 3) return { kind: "complete", client: "unix", length };
  const isSix = family === 2;
  const host = isSix ? sixText(bytes.subarray(16, 32)) : bytes.subarray(16, 20).join(".");
  return { kind: "complete", client: { host, port: bytes.readUInt16BE(isSix ? 48 : 24) }, length };
}

/** Formats an IPv6 address (RFC 5952). */
function sixText(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(i * 2).toString(16));
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}
