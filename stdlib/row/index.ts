// std/row: rows of tables. The API for the modules that return them.
import { asCount } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable } from "../../interpreter/runtime/index.ts";
import { toBool, toChar, toFloat, toInt, toText } from "./cells.ts";
import { Row } from "./row.ts";

export { Field, type Cell } from "./cells.ts";
export { Row, Table } from "./row.ts";

export function create(): NativeTable {
  return {
    functions: {
      "Row.len": (row: Row) => row.cells.length,
      "Row.columns": (row: Row) => row.table.columns.slice(),
      "Row.is_null": (row: Row, column: Int) => row.isNull(column),
      "Row.problem": (row: Row, column: Int, what: string) => row.problem(column, what),
      __absent: (): undefined => undefined,
      __is_absent: (value: unknown): boolean => value === undefined,
      __find: (row: Row, name: string) => row.table.numberOf(name),
      __wrong_count: (row: Row, count: Int) => row.wrongCount(asCount(count)),
      __missing: (row: Row, name: string) => row.missing(name),
      __int: (row: Row, column: Int) => row.value(column, toInt),
      __float: (row: Row, column: Int) => row.value(column, toFloat),
      __bool: (row: Row, column: Int) => row.value(column, toBool),
      __string: (row: Row, column: Int) => row.value(column, toText),
      __char: (row: Row, column: Int) => row.value(column, toChar),
    },
    structs: { Row },
  };
}
