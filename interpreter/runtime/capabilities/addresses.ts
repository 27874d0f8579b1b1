// Numeric network addresses, classified by meaning instead of spelling: `127.0.0.1`, `::ffff:127.0.0.1` and
// `::1` all mean this machine.

/** The 16 bytes of an address; an IPv4 address is in its mapped form. */
export type AddressBytes = readonly number[];

/** `loopback`: this machine; `public`: a single machine, globally reachable; `private`: all others. */
export type AddressKind = "loopback" | "private" | "public";

const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
/** The prefix of IPv4 addresses behind a translator (RFC 6052 2.1). */
const TRANSLATED = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0];
/** The same for local translators (RFC 8215, RFC 2765 2.1), and for 6to4 tunnels (RFC 3056 2). */
const TRANSLATED_LOCALLY = [0, 0x64, 0xff, 0x9b, 0, 1];
const TRANSLATED_STATELESSLY = [0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0];
const TUNNELLED = [0x20, 0x02];

/**
 * What the IANA special-purpose address registries call not globally reachable, and multicast. Of the ranges
 * that contain an address, the smallest decides: those with `true` are exceptions.
 */
const SPECIAL: readonly (readonly [range: string, isGlobal: boolean])[] = [
  ["0.0.0.0/8", false],
  ["10.0.0.0/8", false],
  ["100.64.0.0/10", false],
  ["127.0.0.0/8", false],
  ["169.254.0.0/16", false],
  ["172.16.0.0/12", false],
  ["192.0.0.0/24", false],
  ["192.0.0.9/32", true],
  ["192.0.0.10/32", true],
  ["192.0.2.0/24", false],
  ["192.88.99.2/32", false],
  ["192.168.0.0/16", false],
  ["198.18.0.0/15", false],
  ["198.51.100.0/24", false],
  ["203.0.113.0/24", false],
  ["224.0.0.0/4", false],
  ["240.0.0.0/4", false],
  ["::/128", false],
  ["::1/128", false],
  ["64:ff9b:1::/48", false],
  ["100::/64", false],
  ["100:0:0:1::/64", false],
  ["2001::/23", false],
  ["2001:1::1/128", true],
  ["2001:1::2/128", true],
  ["2001:1::3/128", true],
  ["2001:3::/32", true],
  ["2001:4:112::/48", true],
  ["2001:20::/28", true],
  ["2001:30::/28", true],
  ["2001:db8::/32", false],
  ["3fff::/20", false],
  ["5f00::/16", false],
  ["fc00::/7", false],
  ["fe80::/10", false],
  // Site-local addresses, which RFC 3879 has withdrawn.
  ["fec0::/10", false],
  ["ff00::/8", false],
];

interface Range {
  readonly prefix: AddressBytes;
  readonly bits: number;
  readonly isGlobal: boolean;
}

let ranges: readonly Range[] | null = null;

/** The table, smallest ranges first; parsed when it is needed. */
function specialRanges(): readonly Range[] {
  return (ranges ??= SPECIAL.map(([range, isGlobal]) => {
    const [base, bits] = range.split("/") as [string, string];
    const isSix = base.includes(":");
    return {
      prefix: (isSix ? sixteenBytes : addressBytes)(base)!,
      bits: Number(bits) + (isSix ? 0 : 96),
      isGlobal,
    };
  }).sort((a, b) => b.bits - a.bits));
}

/** An address with brackets, and a zone, the name of an interface. */
const LONGEST_TEXT = 256;

/** Null for a string that is not a numeric address, such as a name. */
export function addressBytes(text: string): AddressBytes | null {
  if (text.length > LONGEST_TEXT) return null;
  const bare = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
  const four = fourBytes(bare);
  if (four !== null) return [...MAPPED, ...four];
  const six = bare.includes(":") ? sixteenBytes(bare) : null;
  if (six === null) return null;
  const compatible = six.slice(0, 12).every((byte) => byte === 0) && six[12] !== 0;
  return compatible || startsWith(six, TRANSLATED, 96) ? [...MAPPED, ...six.slice(12)] : six;
}

/** Whether it is `0.0.0.0` or `::`. */
export function isUnspecified(address: AddressBytes): boolean {
  return address.every((byte, i) => byte === 0 || (i < 12 && byte === MAPPED[i]));
}

export function addressKind(address: AddressBytes): AddressKind {
  if (startsWith(address, TUNNELLED, 16)) return addressKind([...MAPPED, ...address.slice(2, 6)]);
  const isTranslated =
    startsWith(address, TRANSLATED_LOCALLY, 48) || startsWith(address, TRANSLATED_STATELESSLY, 96);
  // Such an address is never globally reachable, but may lead to this machine.
  if (isTranslated && addressKind([...MAPPED, ...address.slice(12)]) !== "loopback") return "private";
  if (isTranslated) return "loopback";
  // Connecting to an unspecified address reaches this machine.
  if (startsWith(address, MAPPED, 96) && (address[12] === 127 || address[12] === 0)) return "loopback";
  if (address.slice(0, 15).every((byte) => byte === 0) && address[15]! <= 1) return "loopback";
  const range = specialRanges().find(({ prefix, bits }) => startsWith(address, prefix, bits));
  return range === undefined || range.isGlobal ? "public" : "private";
}

/** Whether the first `bits` of two addresses are the same. */
export function startsWith(address: AddressBytes, prefix: AddressBytes, bits: number): boolean {
  const whole = bits >> 3;
  for (let i = 0; i < whole; i++) if (address[i] !== prefix[i]) return false;
  const rest = bits & 7;
  return rest === 0 || (address[whole]! ^ prefix[whole]!) >> (8 - rest) === 0;
}

function fourBytes(text: string): number[] | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return null;
  return parts.map(Number);
}

function sixteenBytes(text: string): number[] | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, i) => groupBytes(half, i === halves.length - 1));
  if (head === null || head === undefined || tail === null) return null;
  if (tail === undefined) return head.length === 16 ? head : null;
  const missing = 16 - head.length - tail.length;
  return missing < 2 ? null : [...head, ...new Array<number>(missing).fill(0), ...tail];
}

function groupBytes(text: string, last: boolean): number[] | null {
  if (text === "") return [];
  const bytes: number[] = [];
  const groups = text.split(":");
  for (const [i, group] of groups.entries()) {
    const four = last && i === groups.length - 1 && group.includes(".") ? fourBytes(group) : null;
    if (four !== null) bytes.push(...four);
    else if (/^[\da-f]{1,4}$/i.test(group)) bytes.push(parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff);
    else return null;
  }
  return bytes;
}
