// The REPL on a terminal: prompt, history on disk, completion, Ctrl-C, and the output of background
// goroutines, which appears above the line that is being typed.
import { createInterface, moveCursor, type Interface } from "node:readline";
import { EXIT_STATUS } from "../../launch/index.ts";
import { HeldInput } from "./held-input.ts";
import { packageVersion } from "../process/package-version.ts";
import { commandNames } from "./commands.ts";
import { complete } from "./complete.ts";
import { LONGEST_HISTORY, readHistory, withInput, writeHistory } from "./history.ts";
import { ReplLoop, type LoopSettings } from "./loop.ts";
import { wantsColor } from "../output/report.ts";
import type { ColorChoice } from "../output/report.ts";
import { say, stderrSink, stdoutSink, tell } from "../output/terminal.ts";

const PROMPT = "> ";
/** The prompt of readline for further lines of an earlier input. */
const MORE = "| ";

export async function runPrompt(
  settings: Omit<LoopSettings, "background">,
  color: ColorChoice,
): Promise<number> {
  return new Prompt(settings, wantsColor(color)).run();
}

class Prompt {
  readonly #loop: ReplLoop;
  readonly #lines: Interface;
  readonly #input = new HeldInput(process.stdin);
  /** The history of readline, newest first. */
  #history: string[] = readHistory();
  /** Whether the prompt is shown, and only background goroutines run. */
  #asking = false;

  constructor(settings: Omit<LoopSettings, "background">, color: boolean) {
    const background = (stream: "stdout" | "stderr", bytes: string): void =>
      this.#above(stream === "stdout" ? stdoutSink : stderrSink, bytes);
    this.#loop = new ReplLoop(
      { ...settings, background },
      {
        color,
        say,
        tell,
        note: tell,
        ask: (more) => this.#ask(more),
        waits: () => this.#input.release(),
        ahead: () => this.#input.nextLine(),
        completed: (input) => this.#remember(input),
      },
    );
    this.#lines = createInterface({
      input: this.#input,
      output: process.stdout,
      terminal: true,
      history: this.#history,
      historySize: LONGEST_HISTORY,
      removeHistoryDuplicates: true,
      completer: (line: string) => complete(line, this.#loop.evaluator.session, commandNames),
    });
  }

  async run(): Promise<number> {
    say(`std ${packageVersion()}. :help for help, Ctrl-D to leave.\n`);
    this.#lines
      .on("line", (line) => {
        this.#asking = false;
        this.#input.hold();
        this.#loop.lines.push(line);
      })
      .on("SIGINT", () => this.#interrupted())
      .on("close", () => {
        if (this.#asking) say("\n");
        this.#asking = false;
        this.#loop.lines.end();
      })
      .on("history", (history) => {
        this.#history = history;
        writeHistory(history);
      });
    const status = await this.#loop.run();
    this.#lines.close();
    this.#input.leave();
    return status ?? EXIT_STATUS.ok;
  }

  #ask(more: boolean): void {
    this.#asking = true;
    this.#lines.setPrompt(more ? MORE : PROMPT);
    // The cursor stays after the text typed ahead.
    this.#lines.prompt(true);
  }

  /** Stores an input of several lines as one entry, if readline can edit such an entry. */
  #remember(input: string): void {
    const isKnown = Object.getOwnPropertySymbols(this.#lines).some(
      ({ description }) => description === "_isMultiline",
    );
    if (!isKnown || !input.includes("\n")) return;
    this.#history.splice(0, this.#history.length, ...withInput(this.#history, input));
    writeHistory(this.#history);
  }

  /** Ctrl-C interrupts the running input; without one, it drops the typed text. */
  #interrupted(): void {
    this.#loop.lines.clear();
    if (this.#loop.evaluator.busy) {
      this.#loop.evaluator.interrupt();
      return;
    }
    const idle = !this.#loop.dropPending() && this.#lines.line === "";
    say(idle ? "\n(Ctrl-D or :quit leaves)\n" : "\n");
    this.#lines.write(null, { ctrl: true, name: "e" });
    this.#lines.write(null, { ctrl: true, name: "u" });
    this.#ask(false);
  }

  #above(sink: (bytes: string) => void, bytes: string): void {
    if (!this.#asking) {
      sink(bytes);
      return;
    }
    moveCursor(process.stdout, 0, -this.#lines.getCursorPos().rows);
    process.stdout.write("\r\x1b[J");
    sink(bytes.endsWith("\n") ? bytes : `${bytes}\n`);
    this.#lines.prompt(true);
  }
}
