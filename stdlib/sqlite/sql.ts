// The enum `Sql`: values of a database.
import type { EnumValue } from "../../interpreter/runtime/index.ts";

export const SqlTag = { Null: 0, Integer: 1, Real: 2, Text: 3, Blob: 4, Named: 5 } as const;

/** Any variant. */
export interface Sql extends EnumValue {
  readonly p0?: unknown;
  readonly p1?: unknown;
}

export const NULL: Sql = { tag: SqlTag.Null };

function variant(tag: number): new (p0: unknown, p1?: unknown) => Sql {
  return class implements Sql {
    readonly tag = tag;
    readonly p0: unknown;
    readonly p1: unknown;
    constructor(p0: unknown, p1?: unknown) {
      this.p0 = p0;
      this.p1 = p1;
    }
  };
}

export const Integer = variant(SqlTag.Integer);
export const Real = variant(SqlTag.Real);
export const Text = variant(SqlTag.Text);
export const Blob = variant(SqlTag.Blob);
export const Named = variant(SqlTag.Named);

/** The bytes of texts and blobs in the parameters of each row. */
export function sizeOfParameters(rows: readonly (readonly Sql[])[]): number {
  let bytes = 0;
  for (const values of rows)
    for (const value of values) {
      const { p0 } = value.tag === SqlTag.Named ? (value.p1 as Sql) : value;
      if (typeof p0 === "string") bytes += p0.length;
    }
  return bytes;
}
