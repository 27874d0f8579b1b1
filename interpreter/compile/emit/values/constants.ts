// Constants as values, with their bounds.
import { MAX_EXACT } from "../../analysis/ranges/index.ts";
import type { Expr } from "../../ir/index.ts";
import { bytesLiteral, floatLiteral } from "./literals.ts";
import { fixed, type Value } from "./value.ts";

/** Longer strings are declared once per program. */
const MOST_INLINE = 200;

/** The constants of a program that are too long to be repeated. */
interface Constants {
  /** The name of an Int that no number can hold. */
  wideConstant(value: bigint): string;
  /** The name of a long string. */
  textConstant(value: string): string;
}

export function constText(constants: Constants, expr: Expr & { kind: "Const" }): Value {
  const { value } = expr;
  switch (expr.of) {
    case "Int": {
      const int = value as bigint;
      const size = int < 0n ? -int : int;
      if (size > BigInt(MAX_EXACT)) return fixed(constants.wideConstant(int));
      const number = Number(int);
      return { ...fixed(`${number}`, { low: number, high: number }), atom: number >= 0 };
    }
    case "Float":
      return {
        ...fixed(floatLiteral(value as number)),
        atom: (value as number) >= 0 && !Object.is(value, -0),
      };
    case "Char":
      return fixed(`${value as number}`, { low: value as number, high: value as number });
    case "Bool":
      return fixed(`${value as boolean}`);
    case "String":
      return fixed(
        (value as string).length > MOST_INLINE
          ? constants.textConstant(value as string)
          : bytesLiteral(value as string),
      );
  }
}
