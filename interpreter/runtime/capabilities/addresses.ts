// Numeric network addresses, classified by meaning instead of spelling: `127.0.0.1`, `::ffff:127.0.0.1` and
// `::1` all mean this machine.

/** The 16 bytes of an address; an IPv4 address is in its mapped form. */
export type AddressBytes = readonly number[];

/** `loopback`: this machine; `private`: not a single machine in the public network. */
export type AddressKind = "loopback" | "private" | "public";

const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
/** The prefix of IPv4 addresses behind a translator (RFC 6052 2.1). */
const TRANSLATED = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0];
/** The same for local translators (RFC 8215), and for 6to4 tunnels (RFC 3056 2). */
const TRANSLATED_LOCALLY = [0, 0x64, 0xff, 0x9b, 0, 1];
const TUNNELLED = [0x20, 0x02];

/** Null for a string that is not a numeric address, such as a name. */
export function addressBytes(text: string): AddressBytes | null {
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
  if (startsWith(address, MAPPED, 96)) {
    const [a, b] = address.slice(12) as [number, number];
    // Connecting to an unspecified address reaches this machine.
    if (a === 127 || a === 0) return "loopback";
    const isPrivate =
      a === 10 ||
      (a === 172 && b >> 4 === 1) ||
      (a === 192 && b === 168) ||
      (a === 169 && b === 254) ||
      (a === 100 && b >> 6 === 1) ||
      // Benchmarking between networks, multicast, reserved, and broadcast.
      (a === 198 && b >> 1 === 9) ||
      a >= 224;
    return isPrivate ? "private" : "public";
  }
  if (startsWith(address, TRANSLATED_LOCALLY, 48)) return addressKind([...MAPPED, ...address.slice(12)]);
  if (startsWith(address, TUNNELLED, 16)) return addressKind([...MAPPED, ...address.slice(2, 6)]);
  const own = address.slice(0, 15).every((byte) => byte === 0) && address[15]! <= 1;
  if (own) return "loopback";
  const [a, b] = address as readonly [number, number];
  // Unique local, link-local and multicast addresses.
  return a >> 1 === 0x7e || (a === 0xfe && b >> 7 === 1) || a === 0xff ? "private" : "public";
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
