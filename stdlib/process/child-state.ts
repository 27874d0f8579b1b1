// A started child. Its pipes are read continuously, whether or not the script reads.
//
//   running ──'exit'──► draining ──nothing left in the pipes──► ended
//
// A grandchild may keep the pipes open forever. When the child exits, everything that it wrote is in the
// pipes. So they are empty as soon as a turn of the event loop after that reads nothing.
import type { FlowingProcess } from "../../interpreter/host/index.ts";
import { OutputBuffer } from "./output-buffer.ts";
import type { ChildLike } from "./piped-child.ts";

/** The bytes kept of each output. */
const KEPT = 8 * 1024 * 1024;
/** The turns after which a grandchild that never stops writing is ignored. */
const MOST_TURNS = 16;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class ChildState implements ChildLike {
  readonly streams = null;
  readonly program: string;
  readonly #child: FlowingProcess;
  readonly #stdout = new OutputBuffer(KEPT);
  readonly #stderr = new OutputBuffer(KEPT);
  readonly ended: Promise<number>;
  readonly #forget: (code: number) => void;
  #code: number | null = null;
  #received = 0;
  #freed = false;

  constructor(child: FlowingProcess, program: string) {
    this.#child = child;
    this.program = program;
    child.listen(
      (bytes) => this.#add(this.#stdout, bytes),
      (bytes) => this.#add(this.#stderr, bytes),
    );
    const { promise, resolve } = Promise.withResolvers<number>();
    this.ended = promise;
    this.#forget = resolve;
    void child.ended.then((code) => this.#drained(code)).then(resolve);
  }

  #add(buffer: OutputBuffer, bytes: Uint8Array): void {
    this.#received += bytes.length;
    if (!this.#freed) buffer.add(bytes);
  }

  async #drained(code: number): Promise<number> {
    for (let turns = 0, before = -1; before !== this.#received && turns < MOST_TURNS; turns++) {
      before = this.#received;
      // Between these two turns, all sockets are polled once.
      await turn();
      await turn();
    }
    this.#code = code;
    return code;
  }

  get signal(): string | null {
    return this.#code === null ? null : this.#child.signal;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Null while it runs. */
  get code(): number | null {
    return this.#code;
  }

  takeStdout(): string {
    return this.#stdout.take();
  }

  takeStderr(): string {
    return this.#stderr.take();
  }

  /** Returns false if the input is closed, has no reader, or cannot be written for lack of memory. */
  write(data: string): Promise<boolean> | boolean {
    try {
      return this.#child.write(Buffer.from(data, "latin1"));
    } catch {
      return false;
    }
  }

  closeStdin(): void {
    this.#child.closeInput();
  }

  kill(): boolean {
    return this.#child.kill();
  }

  /** Continues reading, so that the child does not stall, but keeps nothing. */
  free(): void {
    this.#freed = true;
    this.#stdout.take();
    this.#stderr.take();
    this.#forget(-1);
    this.#child.dropInput();
  }
}
