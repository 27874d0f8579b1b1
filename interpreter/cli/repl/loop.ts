// The heart of the REPL, with or without a terminal: lines to inputs, inputs to outcomes.
import { continuesLine, PendingInput } from "../../repl/index.ts";
import { evaluateInput, isCommand, runCommand, type ReplHost } from "./commands.ts";
import { Evaluator, type EvaluatorSettings } from "./evaluator.ts";
import { LineQueue } from "./lines.ts";

export type LoopSettings = Pick<EvaluatorSettings, "capabilities" | "packages" | "background">;

export interface Surface extends ReplHost {
  /** The loop waits for a line: the first of an input, or one more. */
  ask(more: boolean): void;
  /** The loop or a program waits for a line. */
  waits(): void;
  /** A line that was pasted behind the one that was given last, if it is there already. */
  ahead(): string | null;
  /** An input is complete. */
  completed(input: string): void;
}

export class ReplLoop {
  readonly lines: LineQueue;
  readonly evaluator: Evaluator;
  readonly #surface: Surface;
  readonly #pending = new PendingInput();
  #status: number | null = null;

  constructor(settings: LoopSettings, surface: Surface) {
    this.#surface = surface;
    this.lines = new LineQueue(surface.waits);
    this.evaluator = new Evaluator({
      ...settings,
      needInput: () =>
        void this.lines
          .next()
          .then((line) => this.evaluator.giveInput(line === null ? null : Buffer.from(`${line}\n`))),
      exited: (status) => this.#leave(status),
      note: surface.note,
    });
  }

  /** Until the lines end, the user leaves, or a program calls `exit`, whose status it gives; otherwise null. */
  async run(): Promise<number | null> {
    while (this.#status === null) {
      this.#surface.ask(this.#pending.text !== "");
      const line = await this.lines.next();
      if (line === null) break;
      const goesOn = this.#pending.add(line);
      if (!isCommand(this.#pending.text) && (goesOn || isContinued(this.#surface.ahead()))) continue;
      if (!(await this.#submit())) break;
    }
    if (this.#status === null) await this.#submit();
    await this.evaluator.close();
    return this.#status;
  }

  /** True when there was an unfinished input, which is gone now. */
  dropPending(): boolean {
    const had = this.#pending.text !== "";
    this.#pending.clear();
    return had;
  }

  async #submit(): Promise<boolean> {
    const input = this.#pending.text;
    this.#pending.clear();
    if (input.trim() === "") return true;
    this.#surface.completed(input.trimEnd());
    if (isCommand(input)) return runCommand(this.evaluator, input, this.#surface);
    await evaluateInput(this.evaluator, input, this.#surface);
    // A request that still waits for a line belongs to a program that was interrupted.
    this.lines.dropReaders();
    return true;
  }

  #leave(status: number): void {
    this.#status = status;
    this.evaluator.stop();
    this.lines.end();
  }
}

/** A pasted line that begins with `.`, `else` or an operator belongs to the one before. */
function isContinued(next: string | null): boolean {
  return next !== null && continuesLine(next);
}
