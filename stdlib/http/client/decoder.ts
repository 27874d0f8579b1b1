// Decodes bodies in steps (reference/http-client#responses), with back-pressure. A small body that
// decompresses without end is stopped at its limit and never runs ahead of its reader.
import type { Compression, CompressionForm, Decoder as Unpressing } from "../../../interpreter/host/index.ts";
import type { ResponseHead } from "../message/index.ts";
import type { Failure } from "./failure.ts";
import { INCOMPLETE_BODY, plainFailure } from "./failure.ts";

/** A content coding that the client can decode. */
export type Coding = "gzip" | "deflate" | "br" | "zstd";

/** The `Accept-Encoding` of requests that accept all codings. */
export const ALL_CODINGS = "gzip, deflate, br, zstd";

/**
 * Returns the single coding of a whole body, or null for none, several, unknown ones, and for a part of a
 * body.
 */
export function codingOf(head: ResponseHead): Coding | null {
  if (!head.hasBody || head.status === 206) return null;
  const coding = head.fields.contentCoding;
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return "gzip";
    case "deflate":
    case "br":
    case "zstd":
      return coding;
    default:
      return null;
  }
}

/** For calls that accept only gzip and pass other codings through. */
export function gzipOf(head: ResponseHead): Coding | null {
  const coding = codingOf(head);
  return coding === "gzip" ? coding : null;
}

export interface DecoderEvents {
  data(piece: string): void;
  complete(): void;
  /** Called when the data is malformed or ends early. */
  failed(failure: Failure): void;
  /** Called when more input is wanted (true) or should wait (false). */
  wantsInput(wants: boolean): void;
}

export class Decoder {
  /** Whether any input has arrived; an empty body is not coded, and not an error. */
  started = false;
  private readonly compression: Compression;
  private readonly coding: Coding;
  private readonly events: DecoderEvents;
  /** Created with the first input, which distinguishes the two forms of `deflate`. */
  private stream: Unpressing | null = null;
  private paused = false;
  private over = false;

  constructor(compression: Compression, coding: Coding, events: DecoderEvents) {
    this.compression = compression;
    this.coding = coding;
    this.events = events;
  }

  feed(piece: string): void {
    if (this.over || piece === "") return;
    this.started = true;
    this.stream ??= this.open(piece.charCodeAt(0));
    if (!this.stream.write(piece)) this.events.wantsInput(false);
  }

  /** Ends the input; `complete` or `failed` follows. */
  end(): void {
    if (this.over) return;
    if (this.stream !== null) this.stream.end();
    else this.finish(() => this.events.complete());
  }

  pause(): void {
    this.paused = true;
    this.stream?.pause();
  }

  resume(): void {
    this.paused = false;
    this.stream?.resume();
  }

  /** Stops decoding; no event follows. */
  abandon(): void {
    this.over = true;
    this.stream?.close();
  }

  private open(firstByte: number): Unpressing {
    const stream = this.compression.decoder(formOf(this.coding, firstByte), {
      data: (bytes) => this.events.data(bytes),
      end: () => this.finish(() => this.events.complete()),
      failed: (endsEarly) => this.finish(() => this.events.failed(this.failure(endsEarly))),
      drained: () => this.events.wantsInput(true),
    });
    if (this.paused) stream.pause();
    return stream;
  }

  private failure(endsEarly: boolean): Failure {
    return plainFailure(endsEarly ? INCOMPLETE_BODY : `${INCOMPLETE_BODY}: malformed ${this.coding} data`);
  }

  private finish(report: () => void): void {
    if (this.over) return;
    this.over = true;
    report();
  }
}

function formOf(coding: Coding, firstByte: number): CompressionForm {
  switch (coding) {
    case "gzip":
    case "zstd":
      return coding;
    case "br":
      return "brotli";
    case "deflate":
      // RFC 9110 8.4.1.2: some servers send it without the zlib format around it, whose first byte names
      // method 8.
      return (firstByte & 0x0f) === 8 ? "zlib" : "raw";
  }
}
