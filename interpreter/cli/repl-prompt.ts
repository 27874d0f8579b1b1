// The REPL on a terminal: prompt, several lines until an input is complete, history on disk,
// completion, Ctrl-C.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { EXIT_STATUS } from "../launch/index.ts";
import { incomplete } from "../syntax/index.ts";
import { packageVersion } from "./package-version.ts";
import { commandNames, evaluateInput, isCommand, runCommand, type ReplHost } from "./repl-commands.ts";
import { complete } from "./repl-complete.ts";
import { Evaluator, type EvaluatorSettings } from "./repl-evaluator.ts";
import { wantsColor } from "./report.ts";
import { say, tell } from "./terminal.ts";

const PROMPT = "> ";
const MORE = "… ";
const LONGEST_HISTORY = 1000;

export async function runPrompt(settings: Pick<EvaluatorSettings, "capabilities" | "packages">): Promise<number> {
  const prompt = new Prompt(settings);
  return prompt.run();
}

class Prompt {
  readonly #evaluator: Evaluator;
  readonly #lines: Interface;
  readonly #host: ReplHost = { color: wantsColor(), say, tell };
  #pending = "";
  #inputWanted = false;
  #finish!: (status: number) => void;
  readonly #finished = new Promise<number>((resolve) => (this.#finish = resolve));

  constructor(settings: Pick<EvaluatorSettings, "capabilities" | "packages">) {
    this.#evaluator = new Evaluator({
      ...settings,
      needInput: () => {
        this.#inputWanted = true;
      },
      exited: (code) => this.#finish(code),
      note: tell,
    });
    this.#lines = createInterface({
      input: process.stdin,
      output: process.stdout,
      terminal: true,
      history: readHistory(),
      historySize: LONGEST_HISTORY,
      removeHistoryDuplicates: true,
      completer: (line: string) => complete(line, this.#evaluator.session, commandNames),
    });
  }

  async run(): Promise<number> {
    say(`std ${packageVersion()}. :help for help, Ctrl-D to leave.\n`);
    this.#lines.on("line", (line) => void this.#received(line));
    this.#lines.on("SIGINT", () => this.#interrupted());
    this.#lines.on("close", () => this.#finish(EXIT_STATUS.ok));
    this.#lines.on("history", writeHistory);
    this.#ask();
    const status = await this.#finished;
    this.#lines.close();
    await this.#evaluator.close();
    return status;
  }

  #ask(): void {
    this.#lines.setPrompt(this.#pending === "" ? PROMPT : MORE);
    this.#lines.prompt();
  }

  async #received(line: string): Promise<void> {
    if (this.#evaluator.busy) {
      if (this.#inputWanted) {
        this.#inputWanted = false;
        this.#evaluator.giveInput(Buffer.from(`${line}\n`));
      }
      return;
    }
    this.#pending += `${line}\n`;
    if (!isCommand(this.#pending) && incomplete(this.#pending)) {
      this.#ask();
      return;
    }
    const input = this.#pending;
    this.#pending = "";
    if (input.trim() !== "" && !(await this.#obey(input))) {
      this.#finish(EXIT_STATUS.ok);
      return;
    }
    this.#ask();
  }

  async #obey(input: string): Promise<boolean> {
    if (isCommand(input)) return runCommand(this.#evaluator, input, this.#host);
    await evaluateInput(this.#evaluator, input, this.#host);
    return true;
  }

  #interrupted(): void {
    if (this.#evaluator.busy) {
      this.#evaluator.interrupt();
      return;
    }
    const hint = this.#pending === "" && this.#lines.line === "" ? "(Ctrl-D or :quit leaves)\n" : "";
    this.#pending = "";
    say(`\n${hint}`);
    // Drops what has been typed.
    this.#lines.write(null, { ctrl: true, name: "e" });
    this.#lines.write(null, { ctrl: true, name: "u" });
    this.#ask();
  }
}

function historyPath(): string {
  const folder = process.env["XDG_STATE_HOME"] || join(homedir(), ".local", "state");
  return join(folder, "stdlang", "repl-history");
}

/** Newest first, as readline has it. */
function readHistory(): string[] {
  try {
    return existsSync(historyPath()) ? readFileSync(historyPath(), "utf8").split("\n").filter((line) => line !== "") : [];
  } catch {
    return [];
  }
}

function writeHistory(lines: readonly string[]): void {
  try {
    mkdirSync(dirname(historyPath()), { recursive: true });
    writeFileSync(historyPath(), `${lines.join("\n")}\n`);
  } catch {
    // A session without history is better than none.
  }
}
