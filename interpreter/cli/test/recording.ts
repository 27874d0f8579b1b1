// Records the output of a test. It is not part of the report; its start and end are shown for a failure.
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
    // Cut rarely, so that each byte is moved once.
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

/** Delays the last text: a panic that ends the test is already in the report. */
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

  /** Drops the last text if it is `bytes`. */
  dropEnd(bytes: string): void {
    if (this.#last === bytes) this.#last = "";
  }

  /** Returns the last text, which is not recorded. */
  takeEnd(): string {
    const last = this.#last;
    this.#last = "";
    return last;
  }

  recordLast(): void {
    this.#recording.write(this.takeEnd());
  }
}
