// The host of a `Host` field or an absolute target (RFC 9110 7.2, RFC 3986 3.2.2).

const NAMED = /^[A-Za-z0-9\-._~%!$&'()*+,;=]+(?::[0-9]*)?$/;
const BRACKETED = /^\[([0-9A-Fa-f:.]+)\](?::[0-9]*)?$/;
const FUTURE = /^\[[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+\](?::[0-9]*)?$/;

/** Whether `text` is a host with an optional port. */
export function isHost(text: string): boolean {
  if (!text.startsWith("[")) return NAMED.test(text);
  const literal = BRACKETED.exec(text);
  return literal === null ? FUTURE.test(text) : isIpv6(literal[1]!);
}

/**
 * Groups of up to four hex digits, one `::`, and an IPv4 address in place of the last two groups (RFC 4291
 * 2.2).
 */
function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const dotted = last.includes(".");
  if (dotted && (!isIpv4(last) || text.endsWith("::"))) return false;
  const plain = dotted ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  const count = plain.length + (dotted ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255)
  );
}
