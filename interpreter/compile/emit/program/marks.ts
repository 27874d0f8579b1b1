// Script positions in generated text. While text is assembled, a position is a marker within it. A final pass
// removes the markers and records the line and column of each.
import type { Module } from "../../../check/index.ts";
import type { Source } from "../../../source/index.ts";
import type { PositionMap } from "../../positions.ts";

const OPEN = "\u0001";
const CLOSE = "\u0002";

export class Marks {
  readonly #sources: string[] = [];
  readonly #sourceIds = new Map<Source, number>();
  readonly #functions: string[] = [];
  readonly #functionSources: number[] = [];
  readonly #functionModules: Module[] = [];
  /** The function and offset of each marker. */
  readonly #places: number[] = [];
  readonly #sites: number[] = [];

  /** Registers a function under its name in traces; returns its index. */
  addFunction(name: string, module: Module): number {
    let source = this.#sourceIds.get(module.source);
    if (source === undefined) {
      source = this.#sources.length;
      this.#sourceIds.set(module.source, source);
      this.#sources.push(module.source.name);
    }
    this.#functions.push(name);
    this.#functionSources.push(source);
    this.#functionModules.push(module);
    return this.#functions.length - 1;
  }

  moduleOf(fn: number): Module {
    return this.#functionModules[fn]!;
  }

  /** The marker to put directly before the text for position `at`. */
  mark(fn: number, at: number): string {
    const id = this.#places.length / 2;
    this.#places.push(fn, at);
    return OPEN + id + CLOSE;
  }

  /** The site of a call that may park its goroutine. */
  site(fn: number, at: number): number {
    const { line, column } = this.#functionModules[fn]!.source.position(at);
    this.#sites.push(fn, line, column);
    return this.#sites.length / 3 - 1;
  }

  /** The text without its markers, and their positions. */
  resolve(marked: string): { code: string; positions: PositionMap } {
    const marks: number[] = [];
    const pieces: string[] = [];
    let line = 1;
    let lineStart = 0;
    let removed = 0;
    let from = 0;
    let lineEnd = marked.indexOf("\n");
    for (;;) {
      const open = marked.indexOf(OPEN, from);
      if (open < 0) break;
      for (; lineEnd >= 0 && lineEnd < open; lineEnd = marked.indexOf("\n", lineEnd + 1)) {
        line++;
        lineStart = lineEnd + 1 - removed;
      }
      const close = marked.indexOf(CLOSE, open);
      const place = Number(marked.slice(open + 1, close)) * 2;
      pieces.push(marked.slice(from, open));
      this.#note(marks, line, open - removed - lineStart + 1, place);
      removed += close + 1 - open;
      from = close + 1;
    }
    pieces.push(marked.slice(from));
    const positions = {
      sources: this.#sources,
      functions: this.#functions,
      functionSources: this.#functionSources,
      marks,
      sites: this.#sites,
    };
    return { code: pieces.join(""), positions };
  }

  #note(marks: number[], line: number, column: number, place: number): void {
    const fn = this.#places[place]!;
    const position = this.#functionModules[fn]!.source.position(this.#places[place + 1]!);
    marks.push(line, column, fn, position.line, position.column);
  }
}
