// The REPL on a terminal: prompt, history on disk, completion, Ctrl-C, pages, and the output of background
// goroutines, which appears above the line that is being typed.
import { moveCursor } from "node:readline";
import { EXIT_STATUS } from "../../launch/index.ts";
import { HeldInput } from "./held-input.ts";
import { packageVersion } from "../process/package-version.ts";
import { commandNames, type ReplHost } from "./commands.ts";
import { complete } from "./complete.ts";
import { indentAfter } from "./indent.ts";
import { LineEditor } from "./line-editor.ts";
import { pageOf } from "./pages.ts";
import { LONGEST_HISTORY, readHistory, withInput, writeHistory } from "./history.ts";
import { ReplLoop, type LoopSettings } from "./loop.ts";
import { wantsColor } from "../output/report.ts";
import type { ColorChoice } from "../output/report.ts";
import { say, stderrSink, stdoutSink, printError } from "../output/terminal.ts";

const PROMPT = "> ";
/** The prompt of readline for further lines of an earlier input. */
const MORE = "| ";

export interface PromptSettings extends Omit<LoopSettings, "background"> {
  readonly documentation: ReplHost["documentation"];
}

export async function runPrompt(settings: PromptSettings, color: ColorChoice): Promise<number> {
  return new Prompt(settings, wantsColor(color)).run();
}

class Prompt {
  readonly #loop: ReplLoop;
  readonly #editor: LineEditor;
  readonly #input: HeldInput;
  /** The history of readline, newest first. */
  #history: string[] = readHistory();
  /** Whether the prompt is shown, and only background goroutines run. */
  #asking = false;

  constructor(settings: PromptSettings, color: boolean) {
    const background = (stream: "stdout" | "stderr", bytes: string): void =>
      this.#above(stream === "stdout" ? stdoutSink : stderrSink, bytes);
    this.#input = new HeldInput(process.stdin, () => this.#editor.pasted());
    this.#loop = new ReplLoop(
      { ...settings, background },
      {
        color,
        say,
        error: printError,
        note: printError,
        page: (text) => this.#page(text),
        get width() {
          return process.stdout.columns || 80;
        },
        documentation: settings.documentation,
        ask: (more) => this.#ask(more),
        waits: () => this.#input.release(),
        ahead: () => this.#input.nextLine(),
        completed: (input) => this.#remember(input),
      },
    );
    this.#editor = new LineEditor({
      color,
      before: () => this.#loop.pendingText,
      input: this.#input,
      output: process.stdout,
      history: this.#history,
      historySize: LONGEST_HISTORY,
      removeHistoryDuplicates: true,
      completer: (line: string) =>
        complete(line, this.#loop.evaluator.session, commandNames, this.#loop.pendingText),
    });
  }

  async run(): Promise<number> {
    say(`std ${packageVersion()}. :help for help, Ctrl-D to leave.\n`);
    this.#editor.lines
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
    this.#editor.lines.close();
    this.#input.leave();
    return status ?? EXIT_STATUS.ok;
  }

  #ask(more: boolean): void {
    this.#asking = true;
    const indent = more && this.#input.isEmpty ? indentAfter(this.#loop.pendingText) : "";
    this.#editor.prompt(more ? MORE : PROMPT, indent);
  }

  /** Writes a long text screen by screen. Lines that are pasted ahead are inputs, not keys. */
  async #page(text: string): Promise<void> {
    let rest = text;
    while (rest !== "") {
      const { rows = 24, columns = 80 } = process.stdout;
      const screen = this.#input.isEmpty ? pageOf(rest, rows - 1, columns) : rest;
      say(screen);
      rest = rest.slice(screen.length);
      while (rest !== "") {
        say("-- more: space shows the next screen, Enter a line, q ends --");
        const pressed = this.#editor.key();
        this.#input.release();
        const { name, sequence, ctrl } = await pressed;
        say("\r\x1b[K");
        if (name === "q" || name === "escape" || ctrl === true) {
          rest = "";
          this.#input.hold();
          return;
        }
        if (name !== "return" && name !== "enter" && name !== "down") {
          if (name === "space" || name === "pagedown" || sequence === " ") break;
          continue;
        }
        const line = pageOf(rest, 1, columns);
        say(line);
        rest = rest.slice(line.length);
      }
    }
    this.#input.hold();
  }

  /** Stores an input of several lines as one entry, if readline can edit such an entry. */
  #remember(input: string): void {
    if (!this.#editor.editsManyLines || !input.includes("\n")) return;
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
    const idle = !this.#loop.dropPending() && this.#editor.lines.line === "";
    say(idle ? "\n(Ctrl-D or :quit leaves)\n" : "\n");
    this.#editor.clear();
    this.#ask(false);
  }

  #above(sink: (bytes: string) => void, bytes: string): void {
    if (!this.#asking) {
      sink(bytes);
      return;
    }
    moveCursor(process.stdout, 0, -this.#editor.lines.getCursorPos().rows);
    process.stdout.write("\r\x1b[J");
    sink(bytes.endsWith("\n") ? bytes : `${bytes}\n`);
    this.#editor.lines.prompt(true);
  }
}
