// The line at the prompt: readline of Node, with colours, the search of earlier inputs (Ctrl-R), indentation of
// further lines, and single keys for the pager.
import { createInterface, type Interface, type Key, type ReadLineOptions } from "node:readline";
import { HistorySearch } from "./history-search.ts";
import { highlighted } from "./highlight.ts";
import { outdented } from "./indent.ts";

/** What readline calls on itself, so that an object may replace it. */
interface Editable extends Interface {
  line: string;
  cursor: number;
  readonly history: string[];
  _ttyWrite(text: string | undefined, key: Key): void;
  _insertString(text: string): void;
  _refreshLine(): void;
  _writeToOutput(text: string): void;
}

export interface EditorSettings extends ReadLineOptions {
  readonly color: boolean;
  /** The earlier lines of the input. */
  readonly before: () => string;
}

interface Search {
  readonly of: HistorySearch;
  /** What was typed before. */
  readonly line: string;
  readonly cursor: number;
}

/** Lines up to this length are drawn again at each key. */
const LONGEST_DRAWN = 2000;
/** The prompt of readline for further lines of an earlier input. */
const MORE = "| ";

export class LineEditor {
  readonly lines: Interface;
  readonly #lines: Editable;
  readonly #before: () => string;
  #search: Search | null = null;
  #prompt = "";
  /** The indentation that was typed for the user; empty if the line has none. */
  #indent = "";
  #isStale = false;
  #takeKey: ((key: Key) => void) | null = null;

  constructor({ color, before, ...settings }: EditorSettings) {
    this.lines = createInterface({ ...settings, terminal: true });
    this.#lines = this.lines as Editable;
    this.#before = before;
    const original = this.#lines._ttyWrite.bind(this.lines);
    this.#lines._ttyWrite = (text, key = {}) => this.#typed(text, key, original);
    if (color) this.#addColors();
    this.lines.on("close", () => this.#takeKey?.({ name: "q" }));
  }

  /** Whether readline can edit an entry of several lines. */
  get editsManyLines(): boolean {
    return this.#multiline !== undefined;
  }

  prompt(text: string, indent: string): void {
    this.#prompt = text;
    this.#indent = indent;
    this.lines.setPrompt(text);
    // The cursor stays after the text typed ahead.
    this.lines.prompt(true);
    if (indent !== "") this.lines.write(indent);
  }

  /** Called before pasted text arrives: it has its own indentation. */
  pasted(): void {
    if (this.#indent !== "" && this.lines.line === this.#indent) this.#show("", 0);
    this.#indent = "";
  }

  /** Removes the typed text. */
  clear(): void {
    this.#search = null;
    this.#indent = "";
    this.#lines.write(null, { ctrl: true, name: "e" });
    this.#lines.write(null, { ctrl: true, name: "u" });
  }

  /** Waits for a key, which readline does not see. */
  key(): Promise<Key> {
    return new Promise((resolve) => {
      this.#takeKey = resolve;
    });
  }

  #typed(text: string | undefined, key: Key, original: Editable["_ttyWrite"]): void {
    if (this.#takeKey !== null) {
      const take = this.#takeKey;
      this.#takeKey = null;
      take(key);
      return;
    }
    if (this.#search !== null && this.#searched(text, key, this.#search)) return;
    if (key.ctrl === true && key.name === "r") {
      const { line, cursor } = this.#lines;
      this.#search = { of: new HistorySearch(this.#inputs()), line, cursor };
      this.#showMatch(this.#search.of);
      return;
    }
    if (/^[)\]}]$/.test(text ?? "") && this.#indent !== "" && this.lines.line === this.#indent) {
      const line = outdented(this.#indent);
      this.#show(line, line.length);
    }
    if (key.name === "return" || key.name === "enter") {
      this.#indent = "";
      this.#draw();
    }
    original(text, key);
  }

  /** The inputs of the history, whose lines readline stores last to first. */
  #inputs(): string[] {
    return this.#lines.history.map((entry) => entry.split("\r").toReversed().join("\n"));
  }

  /** A key during a search; returns false if it also means something for the line that was found. */
  #searched(text: string | undefined, key: Key, search: Search): boolean {
    const { of } = search;
    if (key.ctrl === true && key.name === "r") of.older();
    else if (key.ctrl === true && key.name === "s") of.newer();
    else if (key.name === "backspace" || (key.ctrl === true && key.name === "h")) of.shorten();
    else if (key.name === "escape" || (key.ctrl === true && (key.name === "g" || key.name === "c"))) {
      this.#leaveSearch(search.line, search.cursor);
      return true;
    } else if (text !== undefined && key.ctrl !== true && key.meta !== true && !/[\x00-\x1f\x7f]/.test(text))
      of.add(text);
    else {
      if (of.match === "") this.#leaveSearch(search.line, search.cursor);
      else this.#leaveSearch(of.match, of.match.length);
      return false;
    }
    this.#showMatch(of);
    return true;
  }

  #showMatch(of: HistorySearch): void {
    this.lines.setPrompt(of.label);
    // An entry of several lines is searched on one.
    this.#show(of.match.replaceAll("\n", "⏎"), of.offset);
  }

  #leaveSearch(line: string, cursor: number): void {
    this.#search = null;
    // Clears the rows of the entry that is shown, before it has several lines.
    this.#show("", 0);
    this.lines.setPrompt(this.#prompt);
    const symbol = this.#multiline;
    if (symbol !== undefined)
      (this.#lines as unknown as Record<symbol, boolean>)[symbol] = line.includes("\n");
    this.#show(symbol === undefined ? line.replaceAll("\n", " ") : line, cursor);
  }

  #show(line: string, cursor: number): void {
    this.#lines.line = line;
    this.#lines.cursor = cursor;
    this.#lines._refreshLine();
  }

  /** The property in which Node stores whether the line is an input of several lines; not on Node 22. */
  get #multiline(): symbol | undefined {
    return Object.getOwnPropertySymbols(this.lines).find(({ description }) => description === "_isMultiline");
  }

  #addColors(): void {
    const insert = this.#lines._insertString.bind(this.lines);
    this.#lines._insertString = (text) => {
      insert(text);
      if (this.#isStale) return;
      this.#isStale = true;
      // Once for all keys that have arrived together.
      queueMicrotask(() => this.#draw());
    };
    const write = this.#lines._writeToOutput.bind(this.lines);
    this.#lines._writeToOutput = (text) => write(this.#colored(text));
  }

  #draw(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    if (this.lines.line.length <= LONGEST_DRAWN) this.#lines._refreshLine();
  }

  /** The text of a drawn line with colours; other texts unchanged. */
  #colored(text: string): string {
    const { line } = this.lines;
    const prompt = this.lines.getPrompt();
    if (line === "" || line.length > LONGEST_DRAWN) return text;
    if (text === prompt + line) return prompt + highlighted(line, this.#before());
    if (!line.includes("\n")) return text;
    const [first, ...rest] = line.split("\n");
    if (text === prompt + first!) return prompt + highlighted(first!);
    const at = rest.findIndex((one) => text === `\n${MORE}${one}`);
    if (at < 0) return text;
    return `\n${MORE}${highlighted(rest[at]!, `${[first, ...rest.slice(0, at)].join("\n")}\n`)}`;
  }
}
