// A response whose body a function of the program writes (reference/http-server#streams). The head is sent
// with the first write, so that an earlier failure of the function becomes a 500; a later one leaves the body
// without its end.
import type { Encoder } from "../../../interpreter/host/index.ts";
import type { ErrorValue, MaybePromise, Result, Unit } from "../../../interpreter/runtime/index.ts";
import { Err, fail, UNIT } from "../../../interpreter/runtime/index.ts";
import { LIMITS } from "../limits.ts";
import { asciiLower, cleanValue } from "../message/index.ts";
import { BodyWriter, Response, TEXT } from "../routes/index.ts";
import type { BodySink } from "../routes/index.ts";
import type { Begun, Line, Outgoing } from "./outgoing.ts";

type Outcome = MaybePromise<Result<Unit, ErrorValue>>;

const GONE = "write: the client has disconnected";

/** One write that waits for the client. */
interface Held {
  readonly taken: number;
  readonly settle: (result: Result<number, ErrorValue>) => void;
}

export class StreamAnswer implements Outgoing, BodySink {
  protected readonly line: Line;
  private readonly begun: Begun;
  private readonly chunked: boolean;
  /** The announced length of the body, or null. A coded body has another one. */
  private readonly length: number | null;
  /** The number of bytes written of a body with a length. */
  private written = 0;
  /** The announced trailers by lowercase name, and the values that have been set, by announced name. */
  private readonly announced: ReadonlyMap<string, string>;
  private readonly trailers = new Map<string, string>();
  private headSent = false;
  private status = 0;
  private keepAlive = false;
  private readonly encoder: Encoder | null;
  /** Resolves when the pieces before have been coded. */
  private coded: Promise<unknown> = Promise.resolve();
  private held: Held[] = [];
  /** Whether the connection is gone or the function has failed, so that nothing may be added. */
  private over = false;
  /** Why nothing more can be written, or null. */
  protected closed: string | null = null;

  constructor(begun: Begun) {
    this.begun = begun;
    this.line = begun.line;
    const { coding, source } = begun.response;
    this.length = source?.kind === "stream" && coding === null ? source.length : null;
    const { trailerNames } = begun.response;
    this.announced = new Map(trailerNames?.map((name) => [asciiLower(name), name]));
    this.chunked = begun.context.minor === 1 && (this.length === null || trailerNames !== null);
    this.encoder =
      coding === null || begun.context.isHead
        ? null
        : begun.line.runtime.host.system.compression.encoder(coding);
  }

  get deadline(): number {
    return Infinity;
  }

  get unsent(): boolean {
    return !this.headSent;
  }

  /** Runs the function; subclasses pass it their own handle. */
  protected run(): Outcome {
    const { source } = this.begun.response;
    return source?.kind === "stream" ? source.write(new BodyWriter(this)) : UNIT;
  }

  begin(): void {
    if (this.begun.context.isHead || this.line.serializer.isBodyless(this.begun.response)) {
      this.sendHead();
      this.end();
      return;
    }
    try {
      const outcome = this.run();
      if (outcome instanceof Promise) {
        this.waits();
        this.line.follow(
          outcome,
          (result) => this.returned(result),
          (error) => this.threw(error),
        );
      } else this.returned(outcome);
    } catch (error) {
      this.threw(error);
    }
  }

  /** Called when the function waits for the first time. */
  protected waits(): void {}

  write(data: string): MaybePromise<Result<number, ErrorValue>> {
    if (this.closed !== null) return fail("http", this.closed);
    if (this.length !== null) {
      if (data.length > this.length - this.written)
        return fail("http", `write: more than the ${this.length} bytes of the response`);
      this.written += data.length;
    }
    this.sendHead();
    if (data === "") {
      this.line.writeSoon();
      return 0;
    }
    if (this.encoder === null) return this.put(data, data.length);
    const { scheduler } = this.line.runtime;
    // Nothing stays in the encoder: written data is sent (reference/http-server#streams).
    const { encoder } = this;
    const coded = this.coded.then(() => encoder.push(data));
    this.coded = coded.catch(() => {});
    return scheduler.external(
      coded.then(
        // The encoder counts on the other side to have what it has coded, so a piece is never left out.
        (bytes) => (this.over ? fail("http", this.closed ?? GONE) : this.put(bytes, data.length)),
        () => fail("http", this.closed ?? GONE),
      ),
    );
  }

  trailer(name: string, value: string): boolean {
    const announced = this.announced.get(asciiLower(name));
    if (announced !== undefined) this.trailers.set(announced, cleanValue(value));
    return announced !== undefined;
  }

  private trailerLines(): string {
    let lines = "";
    for (const [name, value] of this.trailers) lines += `${name}: ${value}\r\n`;
    return lines;
  }

  /** Adds a piece of the body, coded from `taken` bytes. */
  private put(body: string | Uint8Array, taken: number): MaybePromise<Result<number, ErrorValue>> {
    if (body.length === 0) return taken;
    if (!this.chunked) this.line.add(body);
    else {
      this.line.add(`${body.length.toString(16)}\r\n`);
      this.line.add(body);
      this.line.add("\r\n");
    }
    if (this.line.unwritten >= LIMITS.heldBytes) this.line.writeNow();
    else this.line.writeSoon();
    if (this.over) return fail("http", this.closed ?? GONE);
    // Nothing follows a piece that was written before the end and coded after it.
    if (this.closed !== null) return taken;
    if (!this.line.blocked && this.line.unwritten < LIMITS.heldBytes) return taken;
    const result = new Promise<Result<number, ErrorValue>>((settle) => this.held.push({ taken, settle }));
    return this.line.runtime.scheduler.external(result);
  }

  protected sendHead(): void {
    if (this.headSent) return;
    this.headSent = true;
    const { response, context, line } = this.begun;
    const answer = line.serializer.streamed(
      response,
      { ...context, keepAlive: context.keepAlive && (this.chunked || this.length !== null) },
      this.chunked ? "chunked" : (this.length ?? "close"),
    );
    this.status = answer.status;
    this.keepAlive = answer.keepAlive;
    line.add(answer.head);
  }

  private returned(result: Result<Unit, ErrorValue>): void {
    if (result instanceof Err) {
      this.failed(result.error);
      return;
    }
    if (this.closed !== null) return;
    if (this.length !== null && this.written < this.length) {
      this.line.report(`stream failed: it wrote ${this.written} of ${this.length} bytes`);
      this.give500();
      return;
    }
    this.sendHead();
    this.end();
  }

  /** Adds the end of the body. */
  protected end(): void {
    const bodyless = this.begun.context.isHead || this.line.serializer.isBodyless(this.begun.response);
    // They wait only for the client, which gets their data before the end.
    for (const { taken, settle } of this.held.splice(0)) settle(taken);
    this.close("write: the response has ended");
    const last = (): void => {
      if (this.chunked && !bodyless) this.line.add(`0\r\n${this.trailerLines()}\r\n`);
      this.line.finished(this.status, this.keepAlive);
    };
    if (this.encoder === null || bodyless) last();
    else {
      const { encoder } = this;
      this.coded
        .then(() => encoder.finish())
        .then(
          (bytes) => {
            if (this.over) return;
            void this.put(bytes, 0);
            last();
          },
          () => this.line.broken(this.status),
        );
    }
  }

  private failed(error: ErrorValue): void {
    if (this.closed !== null) return;
    this.line.report(`stream failed: ${error._kind === "" ? "" : `${error._kind}: `}${error._message}`);
    this.give500();
  }

  private threw(error: unknown): void {
    if (!this.line.failed(error) || this.closed !== null) return;
    this.give500();
  }

  private give500(): void {
    const { headSent } = this;
    this.drop();
    if (headSent) this.line.broken(this.status);
    else this.line.instead(Response.of(500, TEXT, "Internal Server Error"));
  }

  released(): void {
    if (this.held.length === 0 || this.line.blocked || this.line.unwritten >= LIMITS.heldBytes) return;
    for (const { taken, settle } of this.held.splice(0)) settle(taken);
  }

  gone(): void {
    this.drop();
  }

  /** Ends the writing: what has not been added is not sent. */
  private drop(): void {
    this.over = true;
    this.encoder?.close();
    this.close(GONE);
  }

  expired(): void {}

  stop(): void {}

  protected close(why: string): void {
    this.closed ??= why;
    for (const { settle } of this.held.splice(0)) settle(fail("http", this.closed));
  }
}
