// The struct `Row`: cells, the description of their table for errors, and the lookup of columns by name.
import {
  asCount,
  Err,
  ErrorValue,
  intText,
  Panic,
  type Int,
  type Result,
} from "../../interpreter/runtime/index.ts";
import { isNull, Mismatch, type Cell } from "./cells.ts";

/** State shared by all rows of one table. */
export class Table {
  readonly columns: readonly string[];
  readonly kind: string;
  /** The text before and after a problem: `query: ` and ` (app.db)`. */
  readonly before: string;
  readonly behind: string;
  #numbers: Map<string, number> | null = null;
  /** The columns by their names in lower case, as SQL compares names. */
  #lowered: Map<string, number> | null = null;

  constructor(columns: readonly string[], kind: string, before = "", behind = "") {
    this.columns = columns;
    this.kind = kind;
    this.before = before;
    this.behind = behind;
  }

  /** Returns the index of the first column of this name, or -1. In a database, names in another case are equal. */
  numberOf(name: string): number {
    this.#numbers ??= firstOf(this.kind === "sqlite" ? this.columns.map(withoutMark) : this.columns);
    const exact = this.#numbers.get(name);
    if (exact !== undefined || this.kind !== "sqlite") return exact ?? -1;
    this.#lowered ??= firstOf(this.columns.map((column) => withoutMark(column).toLowerCase()));
    return this.#lowered.get(name.toLowerCase()) ?? -1;
  }
}

/** A name of SQL without `!` or `?` at its end, which states whether the column may be NULL. */
function withoutMark(name: string): string {
  return name.length > 1 && /[!?]$/.test(name) ? name.slice(0, -1) : name;
}

/** The index of the first of each name. */
function firstOf(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, i): [string, number] => [name, i]).reverse());
}

export class Row {
  readonly table: Table;
  readonly cells: readonly Cell[];
  /** Such as `row 3` or `line 4`. */
  readonly place: string | number;

  constructor(table: Table, cells: readonly Cell[], place: string | number) {
    this.table = table;
    this.cells = cells;
    this.place = place;
  }

  /** @throws Panic if there is no such column. */
  at(column: Int): Cell {
    const cell = this.cells[asCount(column)];
    if (cell === undefined)
      throw new Panic(`row index out of bounds: index ${intText(column)}, length ${this.cells.length}`);
    return cell;
  }

  isNull(column: Int): boolean {
    return isNull(this.at(column));
  }

  problem(column: Int, what: string): ErrorValue {
    const name = this.table.columns[asCount(column)];
    return this.error(`${name === undefined ? "" : `, column ${name}`}: ${what}`);
  }

  missing(name: string): ErrorValue {
    return this.error(`: missing column ${name}`);
  }

  wrongCount(count: number): ErrorValue {
    return this.error(`: expected ${count} columns, found ${this.cells.length}`);
  }

  /** Returns the result of `read` for a cell, or an `Err` with its location. */
  value<T>(column: Int, read: (cell: Cell) => T | Mismatch): Result<T, ErrorValue> {
    const found = read(this.at(column));
    return found instanceof Mismatch ? new Err(this.problem(column, found.problem)) : found;
  }

  private error(what: string): ErrorValue {
    const { kind, before, behind } = this.table;
    const place = typeof this.place === "number" ? `row ${this.place}` : this.place;
    return new ErrorValue(kind, `${before}${place}${what}${behind}`);
  }
}
