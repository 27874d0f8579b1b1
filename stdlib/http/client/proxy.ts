// Proxies (reference/http-client#proxies), from a URL or the environment: http requests go to the proxy with
// the whole URL as target, https through a tunnel (RFC 9110 9.3.6).
import { MAX_DELAY_MS, type Host } from "../../../interpreter/runtime/index.ts";
import type { Dialing, Socket } from "../../net/index.ts";
import { errorText, isAddress, isInRange, showAddress } from "../../net/index.ts";
import type { Failure } from "./failure.ts";
import { TIMED_OUT, connectFailure } from "./failure.ts";
import { asciiLower } from "../message/index.ts";
import { parseTarget, type Target } from "./url.ts";

export interface Proxy {
  readonly host: string;
  readonly port: number;
  /** `host:port`, as errors name the proxy. */
  readonly shown: string;
  /** The value of `Proxy-Authorization` from the user info, or null. */
  readonly authorization: string | null;
  /** Identifies the proxy in the keys of kept connections. */
  readonly key: string;
}

/** The largest head of a response to CONNECT. */
const MOST_HEAD_BYTES = 65_536;

/** @returns the proxy of a URL, or the error text */
export function parseProxy(url: string): Proxy | string {
  const target = parseTarget(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`);
  if (typeof target === "string") return `proxy ${withoutSecrets(url)}: ${target}`;
  if (target.secure) return `proxy ${withoutSecrets(url)}: only http:// proxies are supported`;
  const { host, port, authorization, origin } = target;
  return {
    host,
    port,
    shown: showAddress(host, port),
    authorization,
    key: `${origin} ${authorization ?? ""}`,
  };
}

/** Returns a URL, possibly malformed, without user info and control bytes. */
function withoutSecrets(url: string): string {
  const at = url.lastIndexOf("@");
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(url)?.[0] ?? "";
  return (at < 0 ? url : `${scheme}${url.slice(at + 1)}`).replace(/[\x00-\x1f\x7f]/g, "?");
}

/**
 * Returns the proxy that the environment names for a target (`HTTPS_PROXY` or `HTTP_PROXY`, unless `NO_PROXY`
 * lists its host), null for none, or the error text. `HTTP_PROXY` in capitals is ignored in a CGI program,
 * where a client's `Proxy` header would set it.
 */
export function proxyOfEnvironment(
  target: Target,
  { capabilities, system: { environment } }: Host,
): Proxy | string | null {
  const names = target.secure
    ? ["https_proxy", "HTTPS_PROXY"]
    : environment.get("REQUEST_METHOD") === null
      ? ["http_proxy", "HTTP_PROXY"]
      : ["http_proxy"];
  const read = (asked: readonly string[]): { readonly text: string; readonly denied: string | null } => {
    for (const name of asked) {
      const denied = capabilities.variable(name);
      if (denied !== null) return { text: "", denied };
      const text = environment.get(name) ?? "";
      if (text !== "") return { text, denied: null };
    }
    return { text: "", denied: null };
  };
  const [proxy, without] = [read(names), read(["no_proxy", "NO_PROXY"])];
  const denied = proxy.denied ?? without.denied;
  if (denied !== null) return denied;
  return proxy.text === "" || isExempt(target, without.text) ? null : parseProxy(proxy.text);
}

/**
 * Whether `NO_PROXY` lists a target. It holds hosts, domains with everything below them and address ranges
 * (`10.0.0.0/8`), each with an optional port, or `*`.
 */
function isExempt({ host, port }: Target, list: string): boolean {
  return asciiLower(list)
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === "*") return true;
      const bare = isAddress(entry)
        ? [entry]
        : (/^\[(.*)\](?::(\d+))?$/.exec(entry)?.slice(1) ?? /^(.*?)(?::(\d+))?$/.exec(entry)!.slice(1));
      const [place = "", only] = bare;
      if (only !== undefined && Number(only) !== port) return false;
      if (isAddress(host)) return isInRange(host, place);
      const name = place.replace(/^\*?\./, "");
      return name !== "" && (host === name || host.endsWith(`.${name}`));
    });
}

/** The value of `Host` and the target of CONNECT, always with the port. */
function authorityOf({ host, port }: Target): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * Asks the proxy for a tunnel. Returns null when it is open, or the failure; in that case the socket is
 * destroyed.
 */
export function openTunnel(
  socket: Socket,
  target: Target,
  proxy: Proxy,
  limitMs: number,
  opening: Dialing,
): Promise<Failure | null> {
  return new Promise((resolve) => {
    const authority = authorityOf(target);
    const credentials = proxy.authorization === null ? "" : `Proxy-Authorization: ${proxy.authorization}\r\n`;
    let head = "";
    let tail = "";
    const settle = (failure: string | null): void => {
      clearTimeout(timer);
      opening.delete(socket);
      socket.off("data", arrived).off("error", broken).off("end", ended).off("close", ended);
      if (failure !== null) {
        socket.on("error", () => {});
        socket.destroy();
      } else socket.pause();
      resolve(failure === null ? null : connectFailure(`Connect error: proxy ${proxy.shown}: ${failure}`));
    };
    const arrived = (bytes: Buffer): void => {
      const piece = bytes.toString("latin1");
      head += piece;
      // Only the new bytes are searched: a proxy may send one at a time.
      const recent = tail + piece;
      tail = recent.slice(-3);
      if (!recent.includes("\r\n\r\n"))
        return void (head.length > MOST_HEAD_BYTES && settle("answer too large"));
      const end = head.indexOf("\r\n\r\n");
      const status = /^HTTP\/1\.[01] (\d{3})[ \r]/.exec(head);
      if (status === null) settle("no HTTP answer");
      else if (!status[1]!.startsWith("2")) settle(`refused the tunnel with status ${status[1]}`);
      else if (head.length > end + 4) settle("bytes before the tunnel");
      else settle(null);
    };
    const broken = (error: Error): void => settle(errorText(error));
    const ended = (): void => settle("connection closed");
    const timer = setTimeout(
      () => setImmediate(() => settle(TIMED_OUT)),
      Math.max(0, Math.min(limitMs, MAX_DELAY_MS)),
    );
    opening.add(socket);
    socket.on("data", arrived).on("error", broken).on("end", ended).on("close", ended);
    // The socket arrives paused.
    socket.resume();
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n`, "latin1");
  });
}
