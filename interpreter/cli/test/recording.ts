// What a test prints is not part of the report; its beginning and end help to understand a failure.
import { fromBytes, type Output } from "../../runtime/host.ts";

const LONGEST_HEAD = 2_000;
const LONGEST_TAIL = 8_000;

export class Recording implements Output {
  /** Standard error of the same test. */
  readonly errors = new Errors(this);
  #head = "";
  #tail = "";
  #dropped = 0;

  write(bytes: string): void {
    const room = LONGEST_HEAD - this.#head.length;
    this.#head += bytes.slice(0, Math.max(0, room));
    this.#tail += bytes.slice(Math.max(0, room));
    // Now and then, so that each byte is moved once.
    if (this.#tail.length > 2 * LONGEST_TAIL) this.#cut();
  }

  flush(): void {}

  get text(): string {
    this.errors.recordLast();
    if (this.#tail.length > LONGEST_TAIL) this.#cut();
    const gap = this.#dropped === 0 ? "" : `\n… ${this.#dropped} bytes …\n`;
    return fromBytes(this.#head) + gap + fromBytes(this.#tail);
  }

  #cut(): void {
    const end = this.#tail.length - LONGEST_TAIL;
    this.#dropped += end;
    this.#tail = this.#tail.slice(end);
  }
}

/** Keeps the last text back: a panic that ends the test stands in the report already. */
class Errors implements Output {
  readonly #recording: Recording;
  #last = "";

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  write(bytes: string): void {
    this.recordLast();
    this.#last = bytes;
  }

  flush(): void {}

  /** What was written last is `bytes`, and is not recorded. */
  dropEnd(bytes: string): void {
    if (this.#last === bytes) this.#last = "";
  }

  recordLast(): void {
    const last = this.#last;
    this.#last = "";
    this.#recording.write(last);
  }
}
