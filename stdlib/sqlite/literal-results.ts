// Whether the columns of a statement fit the type that its rows are decoded into.
import type { CheckedColumn } from "../../interpreter/host/index.ts";
import {
  fromBytes,
  type FoundProblem,
  type KnownCall,
  type LiteralTypeData,
} from "../../interpreter/runtime/index.ts";
import { edits } from "../../interpreter/spelling/index.ts";
import { plainName } from "./locate.ts";
import type { Schema } from "./schema.ts";
import type { Token } from "./statement-text.ts";

const wrong = { code: "K3", severity: "error" } as const;
const doubtful = { code: "K3", severity: "warning" } as const;

/** The types of SQLite for those of fields. */
const STORED: Readonly<Record<string, string>> = {
  Int: "INTEGER",
  Bool: "INTEGER",
  Float: "REAL",
  String: "TEXT",
  Char: "TEXT",
};

interface MissingColumn {
  readonly hint: string;
  readonly fix?: string;
  readonly start?: number;
  readonly end?: number;
}

function renamed({ name, column }: CheckedColumn, field: string): MissingColumn {
  const isOwnName = column?.toLowerCase() === name.toLowerCase();
  const fix = isOwnName ? `${name} AS ${field}` : field;
  return { hint: isOwnName ? `write \`${fix}\`` : `did you mean \`${fix}\`?`, fix };
}

const isOf = ({ name }: CheckedColumn, field: string): boolean =>
  name.replace(/(?<=.)[!?]$/, "").toLowerCase() === field.toLowerCase();

interface Context {
  readonly schema: Schema;
  readonly call: KnownCall;
}

export function checkResult(
  sql: string,
  tokens: readonly Token[],
  { schema, call }: Context,
): readonly FoundProblem[] {
  const type = call.types["T"];
  const columns = schema.database.columns(fromBytes(sql));
  if (type === undefined || "problem" in columns) return [];
  const check = new ResultCheck(tokens, schema);
  if (type.kind === "primitive" || type.name === "Option") return check.column(columns[0], type, null);
  if (type.kind === "tuple") return check.tuple(columns, type);
  return type.kind === "struct" && type.derives.includes("FromRow") ? check.fields(columns, type) : [];
}

class ResultCheck {
  readonly #tokens: readonly Token[];
  readonly #schema: Schema;
  /** Whether SQLite says of which table a column really is. */
  readonly #isPlain: boolean;

  constructor(tokens: readonly Token[], schema: Schema) {
    this.#tokens = tokens;
    this.#schema = schema;
    this.#isPlain = !tokens.some(
      ({ text }) =>
        /^(?:WITH|UNION|INTERSECT|EXCEPT)$/i.test(text) || schema.table(plainName(text))?.isView === true,
    );
  }

  #place(column: CheckedColumn | undefined): { readonly start: number; readonly end: number } {
    const [first] = this.#tokens;
    const named = (name: string): Token | undefined =>
      this.#tokens.find(({ text }) => plainName(text) === name.toLowerCase());
    const token =
      (column === undefined
        ? undefined
        : (named(column.name) ?? (column.column === null ? undefined : named(column.column)))) ?? first!;
    return { start: token.start, end: token.end };
  }

  tuple(columns: readonly CheckedColumn[], type: LiteralTypeData): readonly FoundProblem[] {
    if (columns.length !== type.args.length)
      return [
        {
          ...wrong,
          ...this.#place(undefined),
          message: `the statement has ${columns.length} ${columns.length === 1 ? "column" : "columns"}, and \`${type.name}\` has ${type.args.length} parts`,
          hint: "select as many columns as the type has parts",
        },
      ];
    return type.args.flatMap((part, i) => this.column(columns[i], part, null));
  }

  fields(columns: readonly CheckedColumn[], type: LiteralTypeData): readonly FoundProblem[] {
    return type.fields.flatMap((field) => {
      if ("skip" in field.json) return [];
      const name = field.json["name"] ?? field.name;
      const plain = (column: CheckedColumn): string => column.name.replace(/(?<=.)[!?]$/, "");
      const exact = columns.filter((column) => plain(column) === name);
      const found =
        exact.length > 0
          ? exact
          : columns.filter((column) => plain(column).toLowerCase() === name.toLowerCase());
      if (found.length > 1)
        return [
          {
            ...wrong,
            ...this.#place(found[1]),
            message: `two columns have the name \`${name}\`, which \`${type.name}\` reads`,
            hint: "name one of them differently by `AS`",
          },
        ];
      if (found.length === 1) return this.column(found[0], field.type, field.name);
      const mayMiss =
        field.hasDefault || ["default", "optional", "skip_none"].some((key) => key in field.json);
      return mayMiss
        ? []
        : [
            {
              ...wrong,
              ...this.#place(undefined),
              message: `no column has the name \`${name}\`, which \`${type.name}\` reads`,
              ...this.#missing(columns, type, name),
            },
          ];
    });
  }

  /** What to do about a field without a column: a column whose name is nearly the field's gets that name. */
  #missing(columns: readonly CheckedColumn[], type: LiteralTypeData, name: string): MissingColumn {
    const free = columns.filter((column) => !type.fields.some((field) => isOf(column, field.name)));
    const near = free.find((column) => edits(column.name.toLowerCase(), name.toLowerCase()) <= 2);
    if (near !== undefined && this.#isWritten(near.name))
      return { ...this.#place(near), ...renamed(near, name) };
    const isColumn = this.#tokens.some(({ text }) => {
      const table = this.#schema.table(plainName(text));
      return table !== undefined && this.#schema.columnsOf(table.name).some((each) => each.name === name);
    });
    return {
      hint: isColumn
        ? `select \`${name}\`, too, or give the field a default`
        : `select a value \`AS ${name}\`, or give the field a default`,
    };
  }

  #isWritten(name: string): boolean {
    return this.#tokens.some(({ text }) => plainName(text) === name.toLowerCase());
  }

  /** A column and the type that it is decoded into. */
  column(
    column: CheckedColumn | undefined,
    type: LiteralTypeData,
    field: string | null,
  ): readonly FoundProblem[] {
    if (column === undefined) return [];
    const isOption = type.name === "Option" && type.kind === "enum";
    const inner = isOption ? type.args[0]! : type;
    if (inner.kind !== "primitive") return [];
    const why = isOption ? null : this.#nullable(column);
    const of = field === null ? `\`${inner.name}\`` : `\`${field}: ${inner.name}\``;
    if (why !== null)
      return [
        {
          ...doubtful,
          ...this.#place(column),
          message: `${why}, and ${of} cannot hold NULL`,
          hint: `write \`Option<${inner.name}>\`, or \`AS "${column.name}!"\` if it is never NULL`,
        },
      ];
    const misfit = this.#misfit(column, inner.name);
    return misfit === null
      ? []
      : [
          {
            ...(misfit.isStrict ? wrong : doubtful),
            ...this.#place(column),
            message: `\`${column.name}\` is ${misfit.type}, and ${of} is read from it`,
            hint: `write \`CAST(${column.column!} AS ${STORED[inner.name]!}) AS ${column.name}\`, or read it as \`${misfit.isText ? "String" : "Int"}\``,
          },
        ];
  }

  /** Why a column may be NULL; null if it is not known that it may. */
  #nullable(column: CheckedColumn): string | null {
    if (column.name.endsWith("!")) return null;
    if (column.name.endsWith("?")) return `\`${column.name}\` may be NULL`;
    const { table, column: name } = column;
    if (!this.#isPlain || table === null || name === null) return null;
    const own = this.#schema.columnsOf(table).find((each) => each.name === name);
    if (own === undefined) return null;
    const places = this.#tokens.flatMap(({ text }, i) =>
      plainName(text) === table.toLowerCase() && this.#tokens[i + 1]?.text !== "." ? [i] : [],
    );
    if (places.length !== 1) return null;
    const join = this.#outerJoin(places[0]!);
    if (join !== null)
      return `\`${column.name}\` may be NULL: \`${table}\` is on the outer side of a ${join} JOIN`;
    if (this.#schema.isRequired(own, table) || this.#isTested(name)) return null;
    return `\`${name}\` of \`${table}\` may be NULL`;
  }

  /** Whether the statement says `name IS NOT NULL`. */
  #isTested(name: string): boolean {
    return this.#tokens.some(
      ({ text }, i) =>
        plainName(text) === name.toLowerCase() &&
        /^(?:IS NOT NULL|NOTNULL|NOT NULL)/i.test(
          this.#tokens
            .slice(i + 1, i + 4)
            .map((token) => token.text)
            .join(" "),
        ),
    );
  }

  /** The join on whose outer side the table at a token is. */
  #outerJoin(at: number): string | null {
    const words = this.#tokens.map(({ text }) => text.toUpperCase());
    const kindBefore = (join: number): string | undefined =>
      [words[join - 1], words[join - 2]].find(
        (word) => word === "LEFT" || word === "RIGHT" || word === "FULL",
      );
    const joins = words.flatMap((word, i) => (word === "JOIN" ? [{ i, kind: kindBefore(i) }] : []));
    const own = joins.findLast(({ i }) => i < at);
    if (own !== undefined && (own.kind === "LEFT" || own.kind === "FULL")) return own.kind;
    return joins.find(({ i, kind }) => i > at && (kind === "RIGHT" || kind === "FULL"))?.kind ?? null;
  }

  /** A declared type whose values are of another kind than those of the field. */
  #misfit(
    { table, column: name }: CheckedColumn,
    type: string,
  ): { readonly type: string; readonly isStrict: boolean; readonly isText: boolean } | null {
    if (table === null || name === null) return null;
    const own = this.#schema.columnsOf(table).find((each) => each.name === name);
    const declared = own?.type.toUpperCase() ?? "";
    const isStrict = this.#schema.table(table)?.isStrict === true;
    const isNumber = /INT|REAL|FLOA|DOUB/.test(declared);
    const isText = !isNumber && /CHAR|CLOB|TEXT/.test(declared);
    const wantsNumber = type === "Int" || type === "Float" || type === "Bool";
    const misfits = (isText && wantsNumber) || (isNumber && (type === "String" || type === "Char"));
    return misfits ? { type: declared, isStrict, isText } : null;
  }
}
