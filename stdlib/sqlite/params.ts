// Converts values of the language to the parameters of a statement, and checks their number.
import type { DatabaseInput, DatabaseParams } from "../../interpreter/host/index.ts";
import { fromBytes, intToBigInt, toBytes, type Int } from "../../interpreter/runtime/index.ts";
import { SqlTag, type Sql } from "./sql.ts";
import type { StatementText } from "./statement-text.ts";

/** Returns the error text if the parameters do not fit the statement. */
export function parameters(statement: StatementText, values: readonly Sql[]): DatabaseParams | string {
  const positional: DatabaseInput[] = [];
  const named: Record<string, DatabaseInput> = {};
  const given = new Set<string>();
  for (const value of values) {
    const plain = value.tag === SqlTag.Named ? (value.p1 as Sql) : value;
    const input = inputOf(plain);
    if (input === undefined)
      return plain.tag === SqlTag.Named
        ? "a named parameter within another one"
        : "text that is not UTF-8: use `blob` for bytes";
    if (value.tag !== SqlTag.Named) {
      positional.push(input);
      continue;
    }
    const name = value.p0 as string;
    const found = statement.names.filter((known) => known === name || known.slice(1) === name);
    if (found.length === 0) return `unknown parameter :${name.replace(/^[:@$]/, "")}`;
    if (given.has(name)) return `parameter ${name} is given twice`;
    given.add(name);
    for (const known of found) named[known] = input;
  }
  if (positional.length !== statement.positions)
    return `expected ${count(statement.positions, "parameter")} for ?, got ${positional.length}`;
  const missing = statement.names.find((name) => !Object.hasOwn(named, name));
  if (missing !== undefined) return `parameter ${missing} has no value`;
  if (!statement.numbered) return { positional, named };
  positional.forEach((input, i) => (named[`?${i + 1}`] = input));
  return { positional: [], named };
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

/** Returns undefined for a value that no database accepts. */
function inputOf(value: Sql): DatabaseInput | undefined {
  switch (value.tag) {
    case SqlTag.Null:
      return null;
    case SqlTag.Integer:
      return intToBigInt(value.p0 as Int);
    case SqlTag.Real:
      return value.p0 as number;
    case SqlTag.Text:
      return isText(value.p0 as string) ? (value.p0 as string) : undefined;
    case SqlTag.Blob:
      return { blob: value.p0 as string };
    default:
      return undefined;
  }
}

function isText(bytes: string): boolean {
  return toBytes(fromBytes(bytes)) === bytes;
}
