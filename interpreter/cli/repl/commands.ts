// Processes one input of the REPL: evaluates it, or runs a command that starts with a colon.
import { readFileSync } from "node:fs";
import { nearest, render, type Diagnostic } from "../../diagnostics/index.ts";
import { piecesOf, type ReplSession } from "../../repl/index.ts";
import type { Evaluator, Outcome } from "./evaluator.ts";
import { highlighted } from "./highlight.ts";

export interface ReplHost {
  readonly color: boolean;
  /** Writes to standard output. */
  say(text: string): void;
  /** Writes an error to standard error. */
  error(text: string): void;
  /** Writes a note to standard error. */
  note(text: string): void;
  /** Writes a long text to standard output, on a terminal screen by screen. */
  page(text: string): Promise<void>;
  /** The columns of the screen. */
  readonly width: number;
  /** The documentation of a name of the library or of a package; null if nothing has the name. */
  documentation(name: string): Promise<string | null>;
}

const COMMANDS: Readonly<Record<string, string>> = {
  ":help": "list the commands",
  ":type EXPR":
    "show the type of an expression without evaluating it, or the declaration of a function, type or module",
  ":doc NAME": "show the documentation of a function, method, type or module, as std doc does",
  ":more": "show the last value as a whole, screen by screen",
  ":load FILE": "evaluate the contents of a file as input",
  ":reset": "remove all declarations and variables, and stop background goroutines",
  ":quit": "end the session (also Ctrl-D)",
};

export const commandNames: readonly string[] = Object.keys(COMMANDS).map((usage) => usage.split(" ")[0]!);

export function isCommand(input: string): boolean {
  return input.trimStart().startsWith(":");
}

/** The commands of other prompts; each is one here unless the session declares the name. */
const BARE: Readonly<Record<string, string>> = { exit: ":quit", quit: ":quit", help: ":help" };

/** The command that an input stands for; null for code. */
export function commandOf(input: string, session: ReplSession): string | null {
  if (isCommand(input)) return input;
  const [, word, rest = ""] = /^\s*(exit|quit|help)\b([^]*)$/.exec(input.trimEnd()) ?? [];
  if (word === undefined || session.declares(word)) return null;
  if (/^(?:\(\s*\))?$/.test(rest)) return BARE[word]!;
  const [, spaced, called] = /^(?:[ \t]+([\w./]+)|\(([\w./]+)\))$/.exec(rest) ?? [];
  const name = spaced ?? called;
  return word === "help" && name !== undefined ? `:doc ${name}` : null;
}

/** Runs a command; returns false if the session ends. */
export async function runCommand(evaluator: Evaluator, input: string, host: ReplHost): Promise<boolean> {
  const [, name, argument] = /^\s*(:\S*)\s*([^]*?)\s*$/.exec(input)!;
  switch (name) {
    case ":quit":
    case ":q":
    case ":exit":
      return false;
    case ":help":
    case ":h":
    case ":?":
      host.say(helpText());
      return true;
    case ":reset":
      evaluator.reset();
      return true;
    case ":type":
    case ":t":
      if (argument === "") host.error(":type needs an expression or a name\n");
      else show(evaluator.typeOf(argument!), host);
      return true;
    case ":doc":
    case ":d":
      await showDocumentation(evaluator, argument!, host);
      return true;
    case ":more":
    case ":m": {
      const text = await evaluator.wholeValue(host.width);
      if (text === null) host.error("no value has been shown\n");
      else await host.page(`${host.color ? highlighted(text) : text}\n`);
      return true;
    }
    case ":load":
    case ":l":
      await load(evaluator, argument!, host);
      return true;
    default: {
      const near = nearest(name!, commandNames);
      host.error(
        `unknown command ${name}${near === undefined ? "" : `; did you mean ${near}?`} (:help lists all)\n`,
      );
      return true;
    }
  }
}

export async function evaluateInput(evaluator: Evaluator, input: string, host: ReplHost): Promise<void> {
  show(await evaluator.evaluate(input), host);
}

function show(outcome: Outcome, host: ReplHost): void {
  switch (outcome.kind) {
    case "nothing":
      break;
    case "value":
      host.say(
        host.color
          ? `${highlighted(outcome.text)} \x1b[2m: ${outcome.type}\x1b[22m\n`
          : `${outcome.text} : ${outcome.type}\n`,
      );
      break;
    case "type":
      host.say(`${outcome.text}\n`);
      break;
    case "refused":
      printAll(outcome.diagnostics, host);
      break;
    case "failed":
      host.error(outcome.text);
      break;
  }
}

async function showDocumentation(evaluator: Evaluator, name: string, host: ReplHost): Promise<void> {
  if (name === "") return host.error(":doc needs a name\n");
  const text = evaluator.docOf(name) ?? (await host.documentation(name));
  if (text === null) host.error(`there is no documentation of ${name}\n`);
  else await host.page(text.endsWith("\n") ? text : `${text}\n`);
}

async function load(evaluator: Evaluator, path: string, host: ReplHost): Promise<void> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    host.error(path === "" ? ":load needs a file\n" : `cannot read ${path}: ${reason(error)}\n`);
    return;
  }
  for (const piece of piecesOf(text)) {
    const outcome = await evaluator.evaluate(piece, path);
    show(outcome, host);
    if (outcome.kind === "refused" || outcome.kind === "failed") return;
  }
}

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return "no such file";
  if (code === "EISDIR") return "it is a folder";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "it is not UTF-8";
  return code ?? "unreadable";
}

function printAll(diagnostics: readonly Diagnostic[], host: ReplHost): void {
  host.error(diagnostics.map((diagnostic) => render(diagnostic, { color: host.color })).join("\n"));
}

function helpText(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((usage) => usage.length));
  const lines = Object.entries(COMMANDS).map(([usage, help]) => `  ${usage.padEnd(width)}  ${help}\n`);
  return `Type an expression, statement or declaration; names may be redeclared.\n\`it\` is the last value.\n${lines.join("")}Ctrl-C interrupts the running input. Ctrl-R searches earlier inputs. Tab completes.\n`;
}
