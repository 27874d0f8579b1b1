// The loop of the REPL, with or without a terminal: lines to inputs, inputs to outcomes.
import { continuesLine, PendingInput } from "../../repl/index.ts";
import { evaluateInput, isCommand, runCommand, type ReplHost } from "./commands.ts";
import { Evaluator, type EvaluatorSettings } from "./evaluator.ts";
import { LineQueue } from "./lines.ts";

export type LoopSettings = Pick<EvaluatorSettings, "capabilities" | "packages" | "npm" | "background">;

export interface Surface extends ReplHost {
  /** Called when the loop waits for a line: the first of an input, or one more. */
  ask(more: boolean): void;
  /** Called when the loop or a program waits for a line. */
  waits(): void;
  /** The line pasted after the last one, if it has already arrived. */
  ahead(): string | null;
  /** Called when an input is complete. */
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

  /**
   * Runs until the lines end, the user leaves, or a program calls `exit`; returns the status of `exit`,
   * otherwise null.
   */
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

  /** Drops an incomplete input; returns whether there was one. */
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
    // A pending request belongs to a program that was interrupted.
    this.lines.dropReaders();
    return true;
  }

  #leave(status: number): void {
    this.#status = status;
    this.evaluator.stop();
    this.lines.end();
  }
}

/** Whether a pasted line continues the one before: it starts with `.`, `else` or an operator. */
function isContinued(next: string | null): boolean {
  return next !== null && continuesLine(next);
}
