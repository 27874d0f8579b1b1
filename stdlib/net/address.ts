// Addresses of the form `host:port` and their resolution (std/net), as byte strings.
import type { Sockets } from "../../interpreter/host/index.ts";
import { addressBytes, hasPrefix } from "../../interpreter/runtime/index.ts";
import { descriptorProblem, LOOKUP_FAILED } from "../error/index.ts";

export interface HostPort {
  /** The host without brackets. */
  readonly host: string;
  readonly port: number;
}

/**
 *
 * Splits `host:port` at its last colon.
 * @returns the parts, or the error text
 */
export function parseAddress(address: string): HostPort | string {
  return parse(address, null);
}

/** Parses an address to listen on, in which no host means all interfaces. */
export function parseListenAddress(address: string): HostPort | string {
  return parse(address, ALL_INTERFACES);
}

/** All interfaces of both families, on Linux and most other systems. */
export const ALL_INTERFACES = "::";
/** All interfaces on machines without IPv6. */
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
    return isIPv6(inner) ? { host: inner, port } : "invalid socket address";
  }
  if (host === "" || host.includes("\0") || /[[\]]/.test(host) || (host.includes(":") && !isAddress(host))) {
    return "invalid socket address";
  }
  return { host, port };
}

/** Whether `host` is an IP literal without brackets. */
export function isAddress(host: string): boolean {
  if (host.startsWith("[") || addressBytes(host) === null) return false;
  const zone = host.indexOf("%");
  return zone < 0 || (host.includes(":") && zone < host.length - 1);
}

function isIPv6(host: string): boolean {
  return host.includes(":") && isAddress(host);
}

/** Whether an address equals another one, however it is written, or is in a range such as `10.0.0.0/8`. */
export function isInRange(address: string, range: string): boolean {
  const [base = "", digits] = range.split("/");
  const [found, prefix] = [addressBytes(address), addressBytes(base)];
  if (found === null || prefix === null || !isAddress(base)) return false;
  const most = isIPv6(base) ? 128 : 32;
  const bits = digits === undefined ? most : Number(digits);
  if ((digits !== undefined && !/^\d{1,3}$/.test(digits)) || bits > most) return false;
  // IPv4 addresses are in their mapped form.
  return hasPrefix(found, prefix, 128 - most + bits);
}

/** Formats `host:port`, with an IPv6 host in brackets. */
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
 *
 * Resolves a host to numeric addresses, in the resolver's order. An IP literal is its own address.
 * @returns the addresses, never empty, or the error text
 */
export async function resolveHost(sockets: Sockets, host: string): Promise<string[] | string> {
  if (isAddress(host)) return [host];
  // Neither is a name: the platform takes "" for the local host and reports NUL in its own words.
  if (host === "" || host.includes("\0")) return lookupFailure(UNKNOWN_NAME);
  try {
    const found = await sockets.resolve(host);
    if (found.length > 0) return [...found];
  } catch (error) {
    // The resolver reads files and opens sockets; without free descriptors it finds nothing.
    const code = (error as NodeJS.ErrnoException).code ?? "";
    return descriptorProblem() ?? lookupFailure(RESOLVER_TEXTS[code] ?? UNKNOWN_NAME);
  }
  return lookupFailure(UNKNOWN_NAME);
}

function lookupFailure(text: string): string {
  return LOOKUP_FAILED + text;
}
