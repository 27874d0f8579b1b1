// Holds the input of a terminal: lines that are typed or pasted ahead are held until the prompt or a program
// waits for them, so that each is shown after its own prompt. Ctrl-C is not held.
import { PassThrough } from "node:stream";
import type { ReadStream } from "node:tty";

const CTRL_C = 0x03;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** The first byte of keys without a character. */
const ESCAPE = 0x1b;
/** The most code units of one key. */
const ONE_KEY = 2;

/** The input for readline in place of the terminal. */
export class HeldInput extends PassThrough {
  readonly isTTY = true;
  readonly #terminal: ReadStream;
  readonly #take = (bytes: Buffer): void => this.#taken(bytes);
  readonly #finish = (): unknown => this.end();
  #held: Buffer = Buffer.alloc(0);
  #isOpen = false;

  readonly #pasted: () => void;

  /** `pasted` is called before several characters that arrived together are passed on. */
  constructor(terminal: ReadStream, pasted: () => void) {
    super();
    this.#terminal = terminal;
    this.#pasted = pasted;
    terminal.on("data", this.#take).on("end", this.#finish);
  }

  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  /** Passes input on, up to the end of the next line. */
  release(): void {
    this.#isOpen = true;
    this.#flush();
  }

  /** Holds input again after a line was passed on. */
  hold(): void {
    this.#isOpen = false;
  }

  /** Takes the held line, if it is complete. */
  nextLine(): string | null {
    const end = this.#lineEnd();
    return end < 0 ? null : this.#held.toString("utf8", 0, end);
  }

  setRawMode(mode: boolean): this {
    this.#terminal.setRawMode(mode);
    return this;
  }

  /** Stops reading from the terminal. */
  leave(): void {
    this.#terminal.off("data", this.#take).off("end", this.#finish).pause();
  }

  #taken(bytes: Buffer): void {
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    if (this.#isOpen && bytes[0]! !== ESCAPE && bytes.toString("utf8").length > ONE_KEY) this.#pasted();
    const interrupt = this.#held.lastIndexOf(CTRL_C);
    if (!this.#isOpen && interrupt >= 0) {
      // Ctrl-C drops the text before it.
      this.#held = this.#held.subarray(interrupt + 1);
      this.write(Buffer.of(CTRL_C));
    }
    this.#flush();
  }

  /** Passes on one line per turn: its reader calls `hold` before the next one. */
  #flush(): void {
    if (!this.#isOpen || this.#held.length === 0) return;
    const end = this.#lineEnd();
    if (end < 0) {
      this.write(this.#held);
      this.#held = Buffer.alloc(0);
      return;
    }
    const isPair = this.#held[end] === CARRIAGE_RETURN && this.#held[end + 1] === LINE_FEED;
    const line = this.#held.subarray(0, end + 1);
    this.#held = this.#held.subarray(end + (isPair ? 2 : 1));
    this.write(line);
    setImmediate(() => this.#flush());
  }

  #lineEnd(): number {
    return this.#held.findIndex((byte) => byte === LINE_FEED || byte === CARRIAGE_RETURN);
  }
}
