// The peers whose word about the client counts: `trust_proxies` (reference/http-server#proxies).
import { addressBytes, hasPrefix } from "../../../interpreter/runtime/index.ts";
import { isAddress } from "../../net/index.ts";

interface Range {
  readonly prefix: readonly number[];
  readonly bits: number;
}

/** How peers of Unix sockets are named, in the list and by `peer_addr()`. */
export const UNIX = "unix";

export class Trust {
  /** Whether `Forwarded` counts, and not the fields that begin with `X-Forwarded`. */
  readonly standard: boolean;
  private readonly ranges: readonly Range[];
  private readonly unix: boolean;

  private constructor(ranges: readonly Range[], unix: boolean, standard: boolean) {
    this.ranges = ranges;
    this.unix = unix;
    this.standard = standard;
  }

  /** @returns the trust, or the entry that is neither an address nor a range */
  static of(list: readonly string[], standard: boolean): Trust | string {
    const ranges: Range[] = [];
    for (const entry of list) {
      if (entry === UNIX) continue;
      const range = rangeOf(entry);
      if (range === null) return entry;
      ranges.push(range);
    }
    return new Trust(ranges, list.includes(UNIX), standard);
  }

  /** Whether an address without a port is trusted. */
  covers(address: string): boolean {
    if (address === UNIX) return this.unix;
    const bytes = addressBytes(address);
    return bytes !== null && this.ranges.some(({ prefix, bits }) => hasPrefix(bytes, prefix, bits));
  }
}

function rangeOf(entry: string): Range | null {
  const [base = "", digits, ...more] = entry.split("/");
  const bare = base.replace(/^\[(.*)\]$/, "$1");
  if (more.length > 0 || !isAddress(bare) || (digits !== undefined && !/^\d{1,3}$/.test(digits))) return null;
  const most = bare.includes(":") ? 128 : 32;
  const bits = Number(digits ?? most);
  // IPv4 addresses are in their mapped form.
  return bits > most ? null : { prefix: addressBytes(bare)!, bits: 128 - most + bits };
}
