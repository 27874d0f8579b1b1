// Reads messages as soon as their bytes are known: from the stream, and, in the middle of a computation, from
// whatever has arrived since. The reader of the library delivers messages between computations only, so that
// a computation could not learn that it is cancelled.
import { AbstractMessageReader, Disposable, RAL, type DataCallback } from "vscode-languageserver/node";

/** The longest message that is read, in bytes. */
const MOST_BYTES = 256_000_000;

export class Reader extends AbstractMessageReader {
  readonly #input: NodeJS.ReadableStream;
  readonly #arrived: () => Uint8Array | null;
  readonly #buffer = RAL().messageBuffer.create("utf-8");
  #length = -1;
  #deliver: DataCallback = () => {};
  /** Messages that were read. */
  count = 0;

  /** `arrived` returns bytes that the stream has not delivered yet, without waiting. */
  constructor(input: NodeJS.ReadableStream, arrived: () => Uint8Array | null) {
    super();
    this.#input = input;
    this.#arrived = arrived;
  }

  listen(deliver: DataCallback): Disposable {
    this.#deliver = deliver;
    const feed = (bytes: Uint8Array): void => this.#feed(bytes);
    const fail = (error: Error): void => this.fireError(error);
    const close = (): void => this.fireClose();
    this.#input.on("data", feed).on("error", fail).on("close", close);
    return Disposable.create(() => this.#input.off("data", feed).off("error", fail).off("close", close));
  }

  /** Reads what has arrived meanwhile; returns whether a message was among it. */
  poll(): boolean {
    const before = this.count;
    for (let bytes = this.#arrived(); bytes !== null; bytes = this.#arrived()) this.#feed(bytes);
    return this.count > before;
  }

  #feed(bytes: Uint8Array): void {
    this.#buffer.append(bytes);
    for (;;) {
      try {
        if (this.#length < 0 && !this.#readHeaders()) return;
        const body = this.#buffer.tryReadBody(this.#length);
        if (body === undefined) return;
        this.#length = -1;
        this.count++;
        this.#deliver(JSON.parse(new TextDecoder().decode(body)));
      } catch (error) {
        this.fireError(error);
      }
    }
  }

  #readHeaders(): boolean {
    const headers = this.#buffer.tryReadHeaders(true);
    if (headers === undefined) return false;
    const length = Number(headers.get("content-length") ?? NaN);
    if (!Number.isInteger(length) || length < 0 || length > MOST_BYTES)
      throw new Error("a message must start with the header Content-Length");
    this.#length = length;
    return true;
  }
}
