// The cookies of a Client (RFC 6265): stores them and selects those to send.
import { asciiLower, parseCookieDate, trimBlanks } from "../message/index.ts";
import { isAddress } from "../../net/index.ts";
import type { Target } from "./url.ts";

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** In milliseconds of `Date.now`; Infinity for the life of the client. */
  readonly expires: number;
}

/** The numbers that browsers support at least (RFC 6265 6.1). */
const MOST_PER_DOMAIN = 50;
const MOST_IN_ALL = 3_000;
const MOST_BYTES = 4_096;

export class CookieJar {
  /** By domain, path and name, in order of arrival. */
  readonly #cookies = new Map<string, Cookie>();

  /** Stores the cookies of the `Set-Cookie` values of a response, except those that RFC 6265 rejects. */
  keep(values: readonly string[], target: Target, now: number): void {
    for (const value of values) this.#keepOne(value, target, now);
  }

  /** Returns the value of `Cookie`, or `""` if there is none. Longer paths come first. */
  of(target: Target, now: number): string {
    const path = pathOf(target);
    const found = [...this.#cookies.values()].filter((cookie) => {
      if (cookie.expires <= now) return false;
      const host = cookie.hostOnly ? target.host === cookie.domain : isWithin(target.host, cookie.domain);
      return host && isBelow(path, cookie.path) && (target.secure || !cookie.secure);
    });
    return found
      .sort((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  #keepOne(text: string, target: Target, now: number): void {
    const [pair = "", ...attributes] = text.split(";");
    const equals = pair.indexOf("=");
    if (equals < 1 || pair.length > MOST_BYTES || /[\x00-\x08\x0a-\x1f\x7f]/.test(pair)) return;
    const [name, value] = [trimBlanks(pair.slice(0, equals)), trimBlanks(pair.slice(equals + 1))];
    const { domain, path, secure, expires } = read(attributes, now);
    if (name === "" || (domain !== null && !mayName(target.host, domain)) || (secure && !target.secure))
      return;
    if (name.startsWith("__Secure-") && !secure) return;
    if (name.startsWith("__Host-") && (!secure || domain !== null || path !== "/")) return;
    const cookie: Cookie = {
      name,
      value,
      secure,
      expires,
      domain: domain ?? target.host,
      hostOnly: domain === null || (domain === target.host && isAddress(domain)),
      path: path ?? defaultPath(target),
    };
    const key = `${cookie.domain};${cookie.path};${name}`;
    if (!target.secure && this.#hidesSecure(cookie)) return;
    if (expires <= now) return void this.#cookies.delete(key);
    // A replaced cookie keeps its position in the order.
    this.#cookies.set(key, cookie);
    this.#makeRoom(cookie.domain, now);
  }

  /** Whether the cookie would replace one that was set over TLS (RFC 6265bis 5.7). */
  #hidesSecure({ name, domain, path }: Cookie): boolean {
    return [...this.#cookies.values()].some(
      (other) =>
        other.secure &&
        other.name === name &&
        isBelow(path, other.path) &&
        (isWithin(domain, other.domain) || isWithin(other.domain, domain)),
    );
  }

  /** Removes the oldest cookies if there are too many. */
  #makeRoom(domain: string, now: number): void {
    const same = [...this.#cookies].filter(([, cookie]) => cookie.domain === domain);
    for (const [key] of same.slice(0, Math.max(0, same.length - MOST_PER_DOMAIN))) this.#cookies.delete(key);
    if (this.#cookies.size <= MOST_IN_ALL) return;
    for (const [key, cookie] of this.#cookies)
      if (cookie.expires <= now || this.#cookies.size > MOST_IN_ALL) this.#cookies.delete(key);
  }
}

interface Attributes {
  domain: string | null;
  path: string | null;
  secure: boolean;
  expires: number;
}

/** The last of equal attributes applies; `Max-Age` takes precedence over `Expires`. */
function read(texts: readonly string[], now: number): Attributes {
  const found: Attributes = { domain: null, path: null, secure: false, expires: Infinity };
  let hasMaxAge = false;
  for (const text of texts) {
    const equals = text.indexOf("=");
    const name = asciiLower(trimBlanks(equals < 0 ? text : text.slice(0, equals)));
    const value = equals < 0 ? "" : trimBlanks(text.slice(equals + 1));
    if (name === "secure") found.secure = true;
    else if (name === "path") found.path = value.startsWith("/") ? value : null;
    else if (name === "domain" && value !== "") found.domain = asciiLower(value.replace(/^\./, ""));
    else if (name === "max-age" && /^-?\d+$/.test(value)) {
      hasMaxAge = true;
      found.expires = now + Number(value) * 1000;
    } else if (name === "expires" && !hasMaxAge) {
      found.expires = parseCookieDate(value) ?? found.expires;
    }
  }
  return found;
}

/** Whether a host may set cookies for a domain: its own or one above it, but not a whole top-level domain. */
function mayName(host: string, domain: string): boolean {
  return host === domain || (domain.includes(".") && isWithin(host, domain));
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && !isAddress(host));
}

function isBelow(path: string, start: string): boolean {
  return path === start || (path.startsWith(start) && (start.endsWith("/") || path[start.length] === "/"));
}

function pathOf({ path }: Target): string {
  return /^[^?]*/.exec(path)![0];
}

/** The directory of the request path (RFC 6265 5.1.4). */
function defaultPath(target: Target): string {
  const path = pathOf(target);
  const end = path.lastIndexOf("/");
  return end <= 0 ? "/" : path.slice(0, end);
}
