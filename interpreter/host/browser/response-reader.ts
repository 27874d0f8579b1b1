// Reads one HTTP/1.1 response from the bytes of a connection that ends with it (RFC 9112).
import { failure } from "./failure.ts";

export interface ResponseEvents {
  /** The head has arrived; the body follows as a stream. */
  head(response: Response): void;
  /** The body is complete. */
  done(): void;
  failed(error: Error): void;
}

type State = "head" | "sized" | "chunk-size" | "chunk" | "chunk-end" | "trailer" | "rest" | "over";

const HEAD_LIMIT = 1 << 20;
/** Statuses whose responses have no body. */
const EMPTY = new Set([204, 205, 304]);
const CONNECTION_FIELDS = new Set(["connection", "keep-alive", "transfer-encoding"]);

export class ResponseReader {
  readonly #isHead: boolean;
  readonly #events: ResponseEvents;
  #state: State = "head";
  #buffered = "";
  #left = 0;
  #body: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor(isHead: boolean, events: ResponseEvents) {
    this.#isHead = isHead;
    this.#events = events;
  }

  push(bytes: Uint8Array): void {
    this.#buffered += Buffer.from(bytes).toString("latin1");
    try {
      while (this.#step());
    } catch (error) {
      this.fail(error as Error);
    }
  }

  /** The connection has ended. */
  end(): void {
    if (this.#state === "rest") this.#finish();
    else if (this.#state !== "over") this.fail(failure("ECONNRESET", "the response ends early"));
  }

  fail(error: Error): void {
    if (this.#state === "over") return;
    this.#state = "over";
    if (this.#body === null) this.#events.failed(error);
    else this.#body.error(error);
  }

  /** Reads a part; false if more bytes are needed. */
  #step(): boolean {
    switch (this.#state) {
      case "head":
        return this.#readHead();
      case "sized":
      case "chunk":
        return this.#readPiece();
      case "rest":
        this.#give(this.#buffered);
        this.#buffered = "";
        return false;
      case "chunk-size": {
        const line = this.#line();
        if (line === null) return false;
        this.#left = Number.parseInt(line, 16);
        if (!Number.isSafeInteger(this.#left)) throw failure("EPROTO", "malformed chunk");
        this.#state = this.#left === 0 ? "trailer" : "chunk";
        return true;
      }
      case "chunk-end":
        if (this.#line() === null) return false;
        this.#state = "chunk-size";
        return true;
      case "trailer": {
        const line = this.#line();
        if (line === "") this.#finish();
        return line !== null;
      }
      case "over":
        return false;
    }
  }

  #readPiece(): boolean {
    if (this.#buffered === "") return false;
    const piece = this.#buffered.slice(0, this.#left);
    this.#buffered = this.#buffered.slice(piece.length);
    this.#left -= piece.length;
    this.#give(piece);
    if (this.#left > 0) return false;
    if (this.#state === "sized") this.#finish();
    else this.#state = "chunk-end";
    return true;
  }

  #line(): string | null {
    const at = this.#buffered.indexOf("\r\n");
    if (at < 0) return null;
    const line = this.#buffered.slice(0, at);
    this.#buffered = this.#buffered.slice(at + 2);
    return line;
  }

  #readHead(): boolean {
    const at = this.#buffered.indexOf("\r\n\r\n");
    if (at < 0) {
      if (this.#buffered.length > HEAD_LIMIT) throw failure("EPROTO", "the head of the response is too long");
      return false;
    }
    const [first = "", ...fields] = this.#buffered.slice(0, at).split("\r\n");
    this.#buffered = this.#buffered.slice(at + 4);
    const [, code, statusText = ""] = /^HTTP\/1\.[01] (\d{3}) ?(.*)$/.exec(first) ?? [];
    if (code === undefined) throw failure("EPROTO", "malformed response");
    const status = Number(code);
    // Interim responses, such as 100 Continue.
    if (status < 200) return true;
    const headers = new Headers();
    let size: number | null = null;
    let isChunked = false;
    for (const field of fields) {
      const colon = field.indexOf(":");
      const name = field.slice(0, colon).toLowerCase();
      const value = field.slice(colon + 1).trim();
      if (name === "content-length") size = Number(value);
      if (name === "transfer-encoding") isChunked = /chunked/i.test(value);
      if (!CONNECTION_FIELDS.has(name)) headers.append(name, value);
    }
    const isEmpty = this.#isHead || EMPTY.has(status);
    this.#left = size ?? 0;
    this.#state = isChunked ? "chunk-size" : size === null ? "rest" : "sized";
    const body = isEmpty
      ? null
      : new ReadableStream<Uint8Array>({ start: (controller) => void (this.#body = controller) });
    this.#events.head(new Response(body, { status, statusText, headers }));
    if (isEmpty || (size === 0 && !isChunked)) {
      this.#finish();
      return false;
    }
    return true;
  }

  #give(piece: string): void {
    if (piece !== "") this.#body?.enqueue(new Uint8Array(Buffer.from(piece, "latin1")));
  }

  #finish(): void {
    this.#state = "over";
    this.#body?.close();
    this.#events.done();
  }
}
