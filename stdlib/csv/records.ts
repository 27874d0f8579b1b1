// Rows after a header, and rows of a stream that are not returned yet.
import { Field, Row, Table } from "../row/index.ts";
import { CsvProblem, type CsvParser } from "./parser.ts";

export class Header {
  readonly #table: Table;

  constructor(names: readonly string[]) {
    this.#table = new Table(names, "csv");
  }

  /** Returns null for an empty line. @throws CsvProblem for a row of another length than the header. */
  row(fields: readonly string[], line: number): Row | null {
    const { length } = this.#table.columns;
    if (fields.length !== length) {
      if (fields.length === 1 && fields[0] === "") return null;
      throw new CsvProblem(
        line,
        `expected ${length} field${length === 1 ? "" : "s"} as in the header, found ${fields.length}`,
      );
    }
    return new Row(
      this.#table,
      fields.map((field) => new Field(field)),
      `line ${line}`,
    );
  }
}

/** The struct `__Parser`. */
export class Incoming {
  readonly parser: CsvParser;
  header: Header | null = null;
  #taken = 0;

  constructor(parser: CsvParser) {
    this.parser = parser;
  }

  hasRow(): boolean {
    const { parser } = this;
    if (this.#taken < parser.rows.length) return true;
    parser.rows = [];
    parser.lines = [];
    this.#taken = 0;
    return false;
  }

  take(): { readonly row: string[]; readonly line: number } {
    const at = this.#taken++;
    return { row: this.parser.rows[at]!, line: this.parser.lines[at]! };
  }
}
