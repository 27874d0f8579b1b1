// The type `ClientRequest` of programs: a request that is being built. A mistake in it is reported when it is
// sent.
import type { Int } from "../../../interpreter/runtime/index.ts";
import type { Cancel } from "../../sync/index.ts";
import { asciiLower } from "../message/index.ts";
import { parseProxy, type Proxy } from "./proxy.ts";
import type { RequestSpec } from "./redirect.ts";
import type { HeaderLine } from "./request-text.ts";
import { addCookies, headerProblem, methodProblem } from "./request-text.ts";
import { isText, parseTarget } from "./url.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";

export class ClientRequest {
  readonly method: string;
  readonly url: string;
  readonly #pairs: string[] = [];
  readonly #cookies: string[] = [];
  #lines: HeaderLine[] = [];
  #problem: string | null = null;
  /** The `Content-Type` line set together with the body. */
  #typed: HeaderLine | null = null;
  text = "";
  /** The reader that supplies the body; the field `__body` of the struct. */
  ___body: unknown = null;
  /** The announced length of the reader's data, or null. */
  bodyLength: number | null = null;
  /** The reader that has been read, or null. */
  spent: unknown = null;
  maxBody = Infinity;
  /** Whether compressed bodies are decoded. */
  decodes = true;
  retries = 0;
  cancel: Cancel | null = null;
  // Undefined if the defaults of the client apply; a request may also set no limit, redirects or proxy.
  timeoutMs: number | undefined;
  maxRedirects: number | undefined;
  proxy: Proxy | "env" | null | undefined;

  constructor(method: string, url: string) {
    this.method = method;
    this.url = url;
  }

  setHeader(name: string, value: string): this {
    const lower = asciiLower(name);
    this.#lines = this.#lines.filter((line) => asciiLower(line.name) !== lower);
    if (lower === "content-type") this.#typed = null;
    return this.addHeader(name, value);
  }

  /** Checks a header; `send` returns the error of one that cannot be sent. */
  check(name: string, value: string): void {
    this.#problem ??= headerProblem(name, value);
  }

  addHeader(name: string, value: string): this {
    this.check(name, value);
    this.#lines.push({ name, value });
    return this;
  }

  hasHeader(name: string): boolean {
    return this.#lines.some((line) => asciiLower(line.name) === asciiLower(name));
  }

  addQuery(name: string, value: string): this {
    this.#pairs.push(formPair(name, value));
    return this;
  }

  addCookie(name: string, value: string): this {
    if (headerProblem(name, "") !== null || !/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(value)) {
      this.#problem ??= `Bad Header: invalid cookie '${name.replace(/[\x00-\x1f\x7f]/g, "?")}'`;
    }
    this.#cookies.push(`${name}=${value}`);
    return this;
  }

  setBody(text: string): this {
    this.#dropType();
    return this.#hold(text);
  }

  /** Sets the body and its type, unless the program has set another type. */
  setTyped(type: string, text: string): this {
    if (!this.hasHeader("Content-Type") || this.#typed !== null) this.setType(type);
    return this.#hold(text);
  }

  /** Sets a type without which the body cannot be read. */
  setType(type: string): this {
    this.setHeader("Content-Type", type);
    this.#typed = this.#lines.at(-1)!;
    return this;
  }

  /** Removes the type of an earlier body. */
  #dropType(): void {
    this.#lines = this.#lines.filter((line) => line !== this.#typed);
    this.#typed = null;
  }

  #hold(text: string): this {
    this.text = text;
    this.___body = null;
    return this;
  }

  setForm(pairs: readonly { readonly _0: string; readonly _1: string }[]): this {
    return this.setTyped(FORM_TYPE, pairs.map((pair) => formPair(pair._0, pair._1)).join("&"));
  }

  setLength(length: Int | null): this {
    if (length !== null && Number(length) < 0) this.#problem ??= "negative length of a body stream";
    this.#dropType();
    this.bodyLength = length === null ? null : Number(length);
    this.text = "";
    return this;
  }

  setProxy(url: string): this {
    if (url === "") this.proxy = null;
    else if (url === "env") this.proxy = "env";
    else {
      const proxy = parseProxy(url);
      if (typeof proxy === "string") this.#problem ??= proxy;
      else this.proxy = proxy;
    }
    return this;
  }

  /** Returns the request to send, with the default headers that it lacks, or the error text. */
  spec(defaults: readonly HeaderLine[], url = this.url): RequestSpec | string {
    if (!isText(this.method) || !isText(url)) return "method, url, or headers is not valid UTF-8";
    const wrongMethod = methodProblem(this.method);
    if (wrongMethod !== null) return wrongMethod;
    if (this.#problem !== null) return this.#problem;
    const target = parseTarget(url);
    if (typeof target === "string") return target;
    const lines = [...defaults.filter((line) => !this.hasHeader(line.name)), ...this.#lines];
    if (this.#cookies.length > 0) addCookies(lines, this.#cookies.join("; "));
    return {
      method: this.method,
      target: this.#pairs.length === 0 ? target : withQuery(target.url, this.#pairs),
      lines,
      body: this.text,
    };
  }
}

function withQuery(url: URL, pairs: readonly string[]): RequestSpec["target"] {
  const longer = new URL(url);
  longer.search = [url.search.slice(1), ...pairs].filter((part) => part !== "").join("&");
  return parseTarget(longer.href) as RequestSpec["target"];
}

/**
 * Encodes a pair of a form (application/x-www-form-urlencoded) byte by byte, so that any string can be sent.
 */
function formPair(name: string, value: string): string {
  return `${formText(name)}=${formText(value)}`;
}

function formText(text: string): string {
  return text.replace(/[^A-Za-z0-9*\-._]/g, (byte) =>
    byte === " " ? "+" : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
