// Which function and line of a script the generated JavaScript of a position belongs to.
import { markOnOrBefore, markFrom, type PositionMap, type ScriptLocation } from "../../compile/positions.ts";

/** A function of the engine, as profiles of V8 describe it; line and column from 0. */
export interface EngineFunction {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

export class Located {
  readonly #positions: PositionMap;
  readonly #lines: readonly string[];

  constructor(positions: PositionMap, code: string) {
    this.#positions = positions;
    this.#lines = code.split("\n");
  }

  /** The start of a function in the script: its first statement or call; null for generated helpers. */
  functionOf({ lineNumber, columnNumber }: EngineFunction): ScriptLocation | null {
    const line = lineNumber + 1;
    const found = markFrom(this.#positions, line, columnNumber + 1);
    return found !== null && found.line <= this.#endOf(line) ? found.location : null;
  }

  /** The statement or call that a generated line of a function belongs to. */
  lineOf({ lineNumber }: EngineFunction, line: number): ScriptLocation | null {
    const found = markOnOrBefore(this.#positions, line);
    return found !== null && found.line >= lineNumber + 1 ? found.location : null;
  }

  /** The last line of a function: generated text is indented. */
  #endOf(line: number): number {
    const first = this.#lines[line - 1] ?? "";
    if (!first.trimEnd().endsWith("{")) return line;
    const indent = first.length - first.trimStart().length;
    for (let i = line; i < this.#lines.length; i++) {
      const text = this.#lines[i]!;
      if (text.length - text.trimStart().length <= indent && text.trim() !== "") return i + 1;
    }
    return this.#lines.length;
  }
}
