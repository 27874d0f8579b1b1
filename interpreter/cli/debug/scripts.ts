// The files of a program as debuggers see them, their statements and breakpoints.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { CountedFile } from "../../compile/positions.ts";

/** A location in a script; both from 0. */
export interface InspectorLocation {
  readonly scriptId: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

export interface Statement extends InspectorLocation {
  /** The number by which the program knows it, -1 if the program does not contain it. */
  readonly number: number;
}

export class DebugScript {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** By line and column. */
  readonly statements: readonly Statement[];

  constructor(id: string, { name, statements }: CountedFile) {
    this.id = id;
    this.name = name;
    this.url = pathToFileURL(resolve(name)).href;
    const found: Statement[] = [];
    for (let i = 0; i < statements.length; i += 3)
      found.push({
        scriptId: id,
        lineNumber: statements[i]! - 1,
        columnNumber: statements[i + 1]! - 1,
        number: statements[i + 2]!,
      });
    this.statements = found.toSorted(
      (a, b) => a.lineNumber - b.lineNumber || a.columnNumber - b.columnNumber,
    );
  }

  get text(): string {
    try {
      return readFileSync(this.name, "utf8");
    } catch {
      return "";
    }
  }

  /** The message that announces it. */
  get parsed(): object {
    const lines = this.text.split(/\r\n|\n|\r/);
    return {
      scriptId: this.id,
      url: this.url,
      startLine: 0,
      startColumn: 0,
      endLine: lines.length - 1,
      endColumn: lines.at(-1)!.length,
      executionContextId: 1,
      hash: "",
      isModule: false,
      length: this.text.length,
      scriptLanguage: "JavaScript",
      embedderName: this.url,
    };
  }

  /** The statements of the first line with some at or after a position; on a line, those from a column on. */
  statementsAt(line: number, column: number): readonly Statement[] {
    const first = this.statements.find(
      (each) => each.lineNumber > line || (each.lineNumber === line && each.columnNumber >= column),
    );
    const onLine = this.statements.filter((each) => each.lineNumber === first?.lineNumber);
    return column === 0 ? onLine.slice(0, 1) : onLine.filter((each) => each === first);
  }

  /** Whether a client means this file by a URL, a path or a pattern. */
  matches({ url, urlRegex }: { readonly url?: string; readonly urlRegex?: string }): boolean {
    if (url !== undefined) return url === this.url || resolve(url) === resolve(this.name);
    if (urlRegex === undefined) return false;
    try {
      const pattern = new RegExp(urlRegex);
      return pattern.test(this.url) || pattern.test(resolve(this.name));
    } catch {
      return false;
    }
  }
}
