// The peers that a program may reach: a list of hosts, with or without port. A granted name allows public
// addresses only; this machine and private networks need their own grants, so that no DNS entry leads there.
import {
  addressBytes,
  addressKind,
  isUnspecified,
  startsWith,
  type AddressBytes,
  type AddressKind,
} from "./addresses.ts";

interface HostRule {
  /** Null: any port. */
  readonly port: number | null;
  matches(name: string, address: AddressBytes | null): boolean;
}

const KINDS: readonly string[] = ["loopback", "private", "public"] satisfies readonly AddressKind[];

/** A parsed list of hosts. */
export class HostList {
  readonly #rules: readonly HostRule[];

  /**
   * `listening`: an unspecified address means all networks of this machine, instead of the machine itself.
   * @throws TypeError for an invalid entry
   */
  constructor(entries: readonly string[], listening: boolean) {
    this.#rules = entries.map((entry) => parseRule(entry, listening ? listeningKind : addressKind));
  }

  /**
   * Whether a host is allowed. `address` is what it resolved to; without it, whether it is worth resolving. A
   * host written as an address needs none.
   */
  allows(host: string, port: number | null, address?: string): boolean {
    const name = normalName(host);
    const bytes = addressBytes(address ?? name) ?? (isLocalName(name) ? addressBytes("127.0.0.1") : null);
    return this.#rules.some(
      (rule) => (port === null || rule.port === null || rule.port === port) && rule.matches(name, bytes),
    );
  }
}

type KindOf = (address: AddressBytes) => AddressKind | "everywhere";

function listeningKind(address: AddressBytes): AddressKind | "everywhere" {
  return isUnspecified(address) ? "everywhere" : addressKind(address);
}

function parseRule(entry: string, kindOf: KindOf): HostRule {
  const { host, port } = splitPort(entry);
  if (host === "*" || host === "") return { port, matches: () => true };
  const name = normalName(host);
  if (KINDS.includes(name))
    return { port, matches: (_, address) => address !== null && kindOf(address) === name };
  const [base, bits] = name.split("/") as [string, string?];
  const range = addressBytes(base);
  if (range !== null)
    return {
      port,
      matches: addressRule({ range, offset: base.includes(":") ? 0 : 96, bits, entry }, kindOf),
    };
  if (isLocalName(name))
    return { port, matches: (_, address) => address !== null && kindOf(address) === "loopback" };
  if (!/^(?:\*\.)?[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?$/.test(name))
    throw new TypeError(
      `${JSON.stringify(entry)} is not a host: write a name, an address, a range such as 10.0.0.0/8, or one of these with a port`,
    );
  const fits = name.startsWith("*.")
    ? (given: string) => given.endsWith(name.slice(1))
    : (given: string) => given === name;
  return {
    port,
    matches: (given, address) => fits(given) && (address === null || addressKind(address) === "public"),
  };
}

interface AddressEntry {
  readonly range: AddressBytes;
  readonly offset: number;
  readonly bits: string | undefined;
  readonly entry: string;
}

function addressRule({ range, offset, bits, entry }: AddressEntry, kindOf: KindOf): HostRule["matches"] {
  if (bits === undefined) {
    const kind = kindOf(range);
    // All networks include each of them.
    if (kind === "everywhere") return () => true;
    // All loopback addresses are equivalent.
    if (kind === "loopback") return (_, address) => address !== null && kindOf(address) === kind;
    return (_, address) => address !== null && startsWith(address, range, 128);
  }
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) + offset : 129;
  if (length > 128) throw new TypeError(`${JSON.stringify(entry)} is not a range of addresses`);
  return (_, address) => address !== null && startsWith(address, range, length);
}

function splitPort(entry: string): { host: string; port: number | null } {
  if (addressBytes(entry) !== null) return { host: entry, port: null };
  const match = /^(.*):(\d+|\*)$/.exec(entry);
  // An IPv6 address with a port is in brackets.
  if (match === null || (match[1]!.includes(":") && !match[1]!.startsWith("[")))
    return { host: entry.replace(/^\[(.*)\]$/, "$1"), port: null };
  const port = match[2] === "*" ? null : Number(match[2]);
  if (port !== null && port > 65_535) throw new TypeError(`${JSON.stringify(entry)} has no valid port`);
  return { host: match[1]!.replace(/^\[(.*)\]$/, "$1"), port };
}

function normalName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/(.)\.$/, "$1");
}

function isLocalName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost");
}
