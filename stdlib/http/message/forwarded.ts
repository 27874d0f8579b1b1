// What proxies say about the client of a request: `X-Forwarded-For`, `-Proto` and `-Host`, or `Forwarded` (RFC
// 7239). Only the part that trusted proxies have written is believed, and time is linear in the fields.
import { addressBytes } from "../../../interpreter/runtime/index.ts";
import { asciiLower, trimBlanks } from "./headers.ts";
import { isHost } from "./host.ts";
import { parametersOf } from "./multipart.ts";

/** The client of a request; null for what the connection itself shows. */
export interface ForwardedClient {
  /** Without a port. */
  readonly address: string | null;
  readonly scheme: "http" | "https" | null;
  readonly host: string | null;
}

/** What proxies have written, the last one first; null for what an entry lacks. */
interface Entries {
  readonly addresses: Iterable<string | null>;
  readonly schemes: Iterable<string | null>;
  readonly hosts: Iterable<string | null>;
}

/**
 * Returns the client of a request from a trusted peer.
 * @param lines returns the values of all lines of a name
 * @param standard whether `Forwarded` counts, and not the fields that begin with `X-Forwarded`
 */
export function forwardedClient(
  lines: (name: string) => readonly string[],
  standard: boolean,
  isTrusted: (address: string) => boolean,
): ForwardedClient {
  const { addresses, schemes, hosts } = standard ? standardEntries(lines) : usualEntries(lines);
  let address: string | null = null;
  /** The place of the address, counted from the right. */
  let place = -1;
  // Each entry was written by the one to its right.
  for (const entry of addresses) {
    const next = addressOf(entry);
    if (next === null) break;
    address = next;
    place += 1;
    if (!isTrusted(next)) break;
  }
  return { address, scheme: schemeOf(valueAt(schemes, place)), host: hostOf(valueAt(hosts, place)) };
}

function usualEntries(lines: (name: string) => readonly string[]): Entries {
  const list = (name: string): Iterable<string> => membersFromRight(lines(name).join(","));
  return {
    addresses: list("x-forwarded-for"),
    schemes: list("x-forwarded-proto"),
    hosts: list("x-forwarded-host"),
  };
}

/** The members of a list, the last one first: usually only that one is needed. */
function* membersFromRight(field: string): Generator<string> {
  if (trimBlanks(field) === "") return;
  for (let end = field.length; end >= 0; ) {
    const comma = end === 0 ? -1 : field.lastIndexOf(",", end - 1);
    yield trimBlanks(field.slice(comma + 1, end));
    end = comma;
  }
}

function standardEntries(lines: (name: string) => readonly string[]): Entries {
  // Each line by itself: a client that sends half a string does not spoil what a proxy adds.
  const entries = lines("forwarded").flatMap(elementsOf).map(parametersOf);
  const values = (name: string): (string | null)[] =>
    entries.map((pairs) => pairs?.get(name) ?? null).reverse();
  return { addresses: values("for"), schemes: values("proto"), hosts: values("host") };
}

/** Splits a list at its commas outside of quoted strings, each element as the parameters of a field. */
function elementsOf(field: string): string[] {
  if (trimBlanks(field) === "") return [];
  const elements: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < field.length; at++) {
    const character = field[at];
    if (isQuoted && character === "\\") at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === "," && !isQuoted) {
      elements.push(`;${field.slice(start, at)}`);
      start = at + 1;
    }
  }
  elements.push(`;${field.slice(start)}`);
  return elements;
}

/** Returns the value at a place from the right, or else the last one. */
function valueAt(values: Iterable<string | null>, place: number): string | null {
  let last: string | null = null;
  let at = 0;
  for (const value of values) {
    last ??= value;
    if (at === place && value !== null) return value;
    if (at >= place && last !== null) break;
    at += 1;
  }
  return last;
}

/** Returns an address without brackets and port, or null if the text is none. */
function addressOf(text: string | null): string | null {
  if (text === null) return null;
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const isBracketed = bare !== text && text.startsWith("[");
  if (isBracketed && !bare.includes(":")) return null;
  return /^[\da-fA-F:.]+$/.test(bare) && addressBytes(bare) !== null ? bare : null;
}

function schemeOf(text: string | null): "http" | "https" | null {
  switch (text === null ? "" : asciiLower(text)) {
    case "http":
    case "ws":
      return "http";
    case "https":
    case "wss":
      return "https";
    default:
      return null;
  }
}

function hostOf(text: string | null): string | null {
  return text !== null && isHost(text) ? text : null;
}
