// Converts values of columns to values of the language. A field of CSV is text that may stand for any type; a
// value of a database has a type.
import { has } from "../../interpreter/own/index.ts";
import type { DatabaseCell } from "../../interpreter/host/index.ts";
import { fromBytes, intFromBigInt, intToFloat, type Int } from "../../interpreter/runtime/index.ts";

/** A field of CSV. */
export class Field {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Cell = DatabaseCell | Field;

/** A value of another type than expected. */
export class Mismatch {
  readonly problem: string;
  constructor(expected: string, cell: Cell) {
    this.problem = `expected ${expected}, found ${shown(cell)}`;
  }
}

export function isNull(cell: Cell): boolean {
  return cell === null || (cell instanceof Field && cell.text === "");
}

/** Describes a cell in an error message. */
function shown(cell: Cell): string {
  if (cell === null) return "NULL";
  if (cell instanceof Field)
    return cell.text === ""
      ? "nothing"
      : `\`${cell.text.length > 40 ? `${cell.text.slice(0, 40)}...` : cell.text}\``;
  if (typeof cell === "string") return "text";
  if (cell instanceof Uint8Array) return "bytes";
  return typeof cell === "bigint" || Number.isInteger(cell) ? "an integer" : "a real number";
}

const INTEGER = /^[+-]?\d{1,30}$/;
const REAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,5})?$/;

export function toInt(cell: Cell): Int | Mismatch {
  if (typeof cell === "number" && Number.isInteger(cell)) return cell;
  if (typeof cell === "bigint") return intFromBigInt(cell);
  if (cell instanceof Field && INTEGER.test(cell.text)) {
    const value = BigInt(cell.text.replace(/^\+/, ""));
    return BigInt.asIntN(64, value) === value
      ? intFromBigInt(value)
      : new Mismatch("an integer of 64 bits", cell);
  }
  return new Mismatch("an integer", cell);
}

export function toFloat(cell: Cell): number | Mismatch {
  if (typeof cell === "number") return cell;
  if (typeof cell === "bigint") return intToFloat(intFromBigInt(cell));
  if (cell instanceof Field && REAL.test(cell.text)) return Number(cell.text);
  return typeof cell === "object" && cell !== null && has(cell, "real")
    ? cell.real
    : new Mismatch("a number", cell);
}

export function toBool(cell: Cell): boolean | Mismatch {
  if (cell === 0 || cell === 1) return cell === 1;
  if (cell instanceof Field && /^(?:true|false|1|0)$/i.test(cell.text))
    return /^(?:true|1)$/i.test(cell.text);
  return new Mismatch("a bool", cell);
}

export function toText(cell: Cell): string | Mismatch {
  if (typeof cell === "string") return cell;
  if (cell instanceof Field) return cell.text;
  return cell instanceof Uint8Array
    ? Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString("latin1")
    : new Mismatch("text", cell);
}

export function toChar(cell: Cell): number | Mismatch {
  const text = toText(cell);
  if (text instanceof Mismatch) return text;
  const [first, second] = fromBytes(text);
  return first === undefined || second !== undefined
    ? new Mismatch("one character", cell)
    : first.codePointAt(0)!;
}
