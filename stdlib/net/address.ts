// Address texts `host:port` and their resolution (std/net). Byte strings in and out.
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { fromBytes } from "../../interpreter/runtime/index.ts";
import { descriptorProblem } from "../error/index.ts";

export interface HostPort {
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
}

/**
 * Splits `host:port` at its last colon.
 * @returns the parts, or the error text
 */
export function parseAddress(address: string): HostPort | string {
  return parse(address, null);
}

/** The same for listening, where no host means all interfaces. */
export function parseListenAddress(address: string): HostPort | string {
  return parse(address, ALL_INTERFACES);
}

/** Both families, as Linux and most others have it. */
export const ALL_INTERFACES = "::";
/** For machines without IPv6. */
export const ALL_INTERFACES_IPV4 = "0.0.0.0";

function parse(address: string, noHost: string | null): HostPort | string {
  const colon = address.lastIndexOf(":");
  if (colon < 0) return "invalid socket address";
  const digits = address.slice(colon + 1);
  if (!/^\+?[0-9]+$/.test(digits) || Number(digits) > 65535) return "invalid port value";
  const host = address.slice(0, colon);
  const port = Number(digits);
  if (host === "" && noHost !== null) return { host: noHost, port };
  if (host.startsWith("[") && host.endsWith("]")) {
    const inner = host.slice(1, -1);
    return isIP(inner) === 6 ? { host: inner, port } : "invalid socket address";
  }
  if (host === "" || host.includes("\0") || /[[\]]/.test(host) || (host.includes(":") && isIP(host) === 0)) {
    return "invalid socket address";
  }
  return { host, port };
}

/** True for an IP literal without brackets. */
export function isAddress(host: string): boolean {
  return isIP(host) !== 0;
}

/** True when an address is another one, however that is written, or lies in a range such as `10.0.0.0/8`. */
export function isInRange(address: string, range: string): boolean {
  const [base = "", digits] = range.split("/");
  const family = isIP(base);
  const bits = digits === undefined ? (family === 4 ? 32 : 128) : Number(digits);
  if (family === 0 || (digits !== undefined && !/^\d{1,3}$/.test(digits)) || bits > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(base, bits, family === 4 ? "ipv4" : "ipv6");
  return list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** `host:port` as text, an IPv6 host in brackets. */
export function showAddress(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

const UNKNOWN_NAME = "Name or service not known";
const RESOLVER_TEXTS: Readonly<Record<string, string>> = {
  ENOTFOUND: UNKNOWN_NAME,
  ENODATA: "No address associated with hostname",
  EAI_NONAME: UNKNOWN_NAME,
  EAI_NODATA: "No address associated with hostname",
  EAI_AGAIN: "Temporary failure in name resolution",
  EAI_FAIL: "Non-recoverable failure in name resolution",
  EAI_FAMILY: "ai_family not supported",
  EAI_MEMORY: "Memory allocation failure",
  EAI_OVERFLOW: "Result too large for supplied buffer",
  EAI_SERVICE: "Servname not supported for ai_socktype",
};

/**
 * Numeric addresses of a host in the resolver's order; an IP literal is its own address.
 * @returns the addresses, never empty, or the error text
 */
export async function resolveHost(host: string): Promise<string[] | string> {
  if (isIP(host) !== 0) return [host];
  // No names: the platform takes the first for the machine itself and has words of its own for the second.
  if (host === "" || host.includes("\0")) return lookupFailure(UNKNOWN_NAME);
  try {
    const found = await lookup(fromBytes(host), { all: true, order: "verbatim" });
    if (found.length > 0) return found.map((entry) => entry.address);
  } catch (error) {
    // The resolver reads files and opens sockets; without descriptors it finds nothing.
    const code = (error as NodeJS.ErrnoException).code ?? "";
    return descriptorProblem() ?? lookupFailure(RESOLVER_TEXTS[code] ?? UNKNOWN_NAME);
  }
  return lookupFailure(UNKNOWN_NAME);
}

function lookupFailure(text: string): string {
  return `failed to lookup address information: ${text}`;
}
