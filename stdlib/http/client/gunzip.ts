// Decoding of gzip bodies in steps (reference/http-client#responses): fed and drained with back-pressure, so that
// a small body that unpacks without end is noticed at its limit and never runs ahead of its reader.
import { createGunzip } from "node:zlib";
import type { Gunzip } from "node:zlib";

const STEP = 16_384;

export interface GunzipEvents {
  data(piece: string): void;
  complete(): void;
  /** The data is broken or ends early. */
  failed(): void;
  /** More input is wanted (true) or should wait (false). */
  wantsInput(wants: boolean): void;
}

export class Gunzipper {
  /** Any input has come; an empty body is not gzip and no error. */
  started = false;
  private readonly stream: Gunzip;
  private readonly events: GunzipEvents;
  private over = false;

  constructor(events: GunzipEvents) {
    this.events = events;
    this.stream = createGunzip({ chunkSize: STEP });
    this.stream.on("data", (bytes: Buffer) => {
      if (!this.over) events.data(bytes.toString("latin1"));
    });
    this.stream.on("end", () => this.finish(() => events.complete()));
    this.stream.on("error", () => this.finish(() => events.failed()));
    this.stream.on("drain", () => {
      if (!this.over) events.wantsInput(true);
    });
  }

  feed(piece: string): void {
    if (this.over) return;
    this.started = true;
    if (!this.stream.write(Buffer.from(piece, "latin1"))) this.events.wantsInput(false);
  }

  /** No more input comes; `complete` or `failed` follows. */
  end(): void {
    if (this.over) return;
    if (this.started) this.stream.end();
    else this.finish(() => this.events.complete());
  }

  pause(): void {
    this.stream.pause();
  }

  resume(): void {
    if (this.stream.isPaused()) this.stream.resume();
  }

  /** Gives up: nothing more is reported. */
  abandon(): void {
    this.over = true;
    this.stream.destroy();
  }

  private finish(report: () => void): void {
    if (this.over) return;
    this.over = true;
    report();
    this.stream.destroy();
  }
}
