// The loop of the REPL, with or without a terminal: lines to inputs, inputs to outcomes.
import { awaitsElse, continuesLine, PendingInput } from "../../repl/index.ts";
import { commandOf, evaluateInput, isCommand, runCommand, type ReplHost } from "./commands.ts";
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
      if (!this.lines.hasLine) this.#surface.ask(this.#pending.text !== "");
      const line = await this.lines.next();
      if (line === null) break;
      const goesOn = this.#pending.add(line);
      if (!isCommand(this.#pending.text)) {
        if (goesOn || isContinued(this.#surface.ahead())) continue;
        if (awaitsElse(this.#pending.text) && (await this.#isElseNext())) continue;
      }
      if (!(await this.#submit())) break;
    }
    if (this.#status === null) await this.#submit();
    await this.evaluator.close();
    return this.#status;
  }

  /** The lines of an incomplete input. */
  get pendingText(): string {
    return this.#pending.text;
  }

  /** Drops an incomplete input; returns whether there was one. */
  dropPending(): boolean {
    const had = this.#pending.text !== "";
    this.#pending.clear();
    return had;
  }

  /** Whether the line after an `if` begins with `else`, which only that line itself can say. */
  async #isElseNext(): Promise<boolean> {
    // Pasted lines have been looked at.
    if (this.#surface.ahead() !== null) return false;
    if (!this.lines.hasLine) this.#surface.ask(true);
    const next = await this.lines.next();
    if (next === null) return false;
    // The next line of the input, of its program, or an input of its own.
    this.lines.unread(next);
    return /^\s*else\b/.test(next) && this.#pending.text !== "";
  }

  async #submit(): Promise<boolean> {
    const input = this.#pending.text;
    this.#pending.clear();
    if (input.trim() === "") return true;
    this.#surface.completed(input.trimEnd());
    const command = commandOf(input, this.evaluator.session);
    if (command !== null) return runCommand(this.evaluator, command, this.#surface);
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
