// The type `Client` of programs: connections, cookies and defaults that its requests share.
import type { Int, Runtime } from "../../../interpreter/runtime/index.ts";
import { asciiLower } from "../message/index.ts";
import { CookieJar } from "./cookie-jar.ts";
import { Origins } from "./dispatch.ts";
import { plainFailure } from "./failure.ts";
import { HostSlots } from "./host-slots.ts";
import { parseProxy, type Proxy } from "./proxy.ts";
import type { RequestCall, Shared } from "./request-call.ts";
import type { HeaderLine } from "./request-text.ts";
import { headerProblem } from "./request-text.ts";
import { parseTarget } from "./url.ts";

export class SharedClient implements Shared {
  readonly origins: Origins;
  readonly jar = new CookieJar();
  slots: HostSlots | null = null;
  headers: readonly HeaderLine[] = [];
  timeoutMs = Infinity;
  maxRedirects = 0;
  proxy: Proxy | "env" | null = null;
  /** A mistake in the defaults, reported by each request. */
  problem: string | null = null;
  closed = false;
  readonly #calls = new Set<RequestCall>();

  constructor(runtime: Runtime) {
    this.origins = new Origins(runtime);
  }

  /** A client all of whose requests go to the Unix socket at a path. */
  static at(runtime: Runtime, path: string): SharedClient {
    const client = new SharedClient(runtime);
    client.origins.connector.unixPath = path;
    return client;
  }

  addHeader(name: string, value: string): this {
    this.problem ??= headerProblem(name, value);
    const lower = asciiLower(name);
    this.headers = [...this.headers.filter((line) => asciiLower(line.name) !== lower), { name, value }];
    return this;
  }

  setMaxPerHost(most: Int): this {
    this.slots = Number(most) > 0 ? new HostSlots(Number(most)) : null;
    return this;
  }

  setProxy(url: string): this {
    const proxy = url === "" ? null : url === "env" ? "env" : parseProxy(url);
    if (typeof proxy === "string" && proxy !== "env") this.problem ??= proxy;
    else this.proxy = proxy;
    return this;
  }

  setPublicOnly(): this {
    this.origins.connector.publicOnly = true;
    return this;
  }

  trust(pem: string): this {
    this.problem ??= this.origins.connector.tls.trust.trust(pem);
    return this;
  }

  identify(cert: string, key: string): this {
    this.problem ??= this.origins.connector.tls.trust.identify(cert, key);
    return this;
  }

  /** Returns the value of a cookie that would be sent to a URL, or null. */
  cookie(url: string, name: string): string | null {
    const target = parseTarget(url);
    if (typeof target === "string") return null;
    const found = this.jar
      .of(target, Date.now())
      .split("; ")
      .find((pair) => pair.startsWith(`${name}=`));
    return found === undefined ? null : found.slice(name.length + 1);
  }

  began(call: RequestCall): void {
    this.#calls.add(call);
    const over = (): void => void this.#calls.delete(call);
    call.ended.then(over, over);
  }

  /** Ends the client's connections; requests in progress fail. Further calls have no effect. */
  close(): void {
    this.closed = true;
    this.slots?.close();
    for (const call of this.#calls) call.abort(plainFailure("the client has been closed"));
    this.origins.close();
  }
}
