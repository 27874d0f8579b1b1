// URLs of the client (reference/http-client#requests). Takes a byte string; returns where to connect and what
// to request, or the error text. The platform parses URLs, as browsers do.
import { machine } from "../../../interpreter/host/index.ts";
import { fromBytes, toBytes } from "../../../interpreter/runtime/index.ts";
import { LIMITS } from "../limits.ts";
import { decodeEscapes } from "../message/index.ts";

export interface Target {
  readonly secure: boolean;
  /** The host without brackets. */
  readonly host: string;
  readonly port: number;
  /** `scheme://host:port`, the key of kept connections. */
  readonly origin: string;
  /** The value of `Host`: with the port only if it is not the default. */
  readonly authority: string;
  /** Path and query. */
  readonly path: string;
  /** The value of `Authorization` from the user info, or null. */
  readonly authorization: string | null;
  /** The normalised URL without user info and fragment, for messages. */
  readonly shown: string;
  /** The URL itself, against which redirects are resolved. */
  readonly url: URL;
}

/** Whether `bytes` are well-formed UTF-8. */
export function isText(bytes: string): boolean {
  return /^[\x00-\x7f]*$/.test(bytes) || machine().javascript.isUtf8(Buffer.from(bytes, "latin1"));
}

/** Replaces `ws:` and `wss:` by `http:` and `https:`. */
export function httpAddress(url: string): string {
  return url.replace(/^[ \t\r\n]*ws(s?):/i, "http$1:");
}

/** @returns the target, or the error text: `Bad URL: …` or `<url>: Unknown Scheme: …` */
export function parseTarget(bytes: string): Target | string {
  if (bytes.length > LIMITS.urlBytes) return "Bad URL: longer than 1,048,576 bytes";
  const text = bytes.replace(/^[ \t\r\n]+/, "").replace(/(?<![ \t\r\n])[ \t\r\n]+$/, "");
  if (/[\t\r\n]/.test(text)) return "Bad URL: line end or tab inside";
  if (!URL.canParse(fromBytes(text)))
    return `Bad URL: ${/^[A-Za-z][A-Za-z0-9+\-.]*:/.test(text) ? "invalid host or port" : "relative URL without a base"}`;
  return targetOf(new URL(fromBytes(text)));
}

/** Resolves the `Location` of a redirect; a relative one keeps the user info. */
export function resolveLocation(base: Target, location: string): Target | string {
  const text = fromBytes(location);
  // The platform would drop a tab.
  if (text.includes("\t") || !URL.canParse(text, base.url)) return "Bad URL: unusable Location";
  const url = new URL(text, base.url);
  const ownHost = /^(?:[A-Za-z][A-Za-z0-9+\-.]*:|[/\\]{2})/.test(location);
  if (!ownHost) {
    url.username = base.url.username;
    url.password = base.url.password;
  }
  return targetOf(url);
}

function targetOf(url: URL): Target | string {
  const secure = url.protocol === "https:";
  const authority = url.host;
  const path = toBytes(url.pathname + url.search);
  if (!secure && url.protocol !== "http:") {
    url.hash = "";
    return `${toBytes(withoutUser(url))}: Unknown Scheme: unknown scheme '${url.protocol.slice(0, -1)}'`;
  }
  if (url.hostname === "") return "Bad URL: empty host";
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  return {
    secure,
    host: url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname,
    port,
    origin: `${url.protocol}//${url.hostname}:${port}`,
    authority,
    path,
    authorization: basicCredentials(url),
    shown: `${url.protocol}//${authority}${path}`,
    url,
  };
}

function withoutUser(url: URL): string {
  const copy = new URL(url);
  copy.username = "";
  copy.password = "";
  return copy.href;
}

function basicCredentials(url: URL): string | null {
  if (url.username === "" && url.password === "") return null;
  const user = `${decodeEscapes(url.username)}:${decodeEscapes(url.password)}`;
  return `Basic ${Buffer.from(user, "latin1").toString("base64")}`;
}
