// The functions that create values of a type, for hints.
import { notes } from "../../diagnostics/index.ts";
import type { Body } from "../body/index.ts";
import { prune, type EnumSymbol, type StructSymbol, type Type } from "../types/index.ts";

/** The names of associated functions that create values, and their arguments. */
const MAKERS = [
  ["new", ""],
  ["from", "xs"],
  ["by", "cmp"],
] as const;

/** The hint that names them. */
export function madeBy(body: Body, symbol: StructSymbol | EnumSymbol): string | undefined {
  const own = MAKERS.filter(([name]) => body.context.impls.candidates(symbol, name) !== undefined).map(
    ([name, args]) => `${symbol.name}.${name}(${args})`,
  );
  const makers = own.length > 0 ? own : functionsWith(body, symbol);
  return makers.length === 0
    ? undefined
    : notes.valueIsMadeBy(makers.map((each) => `\`${each}\``).join(" or "));
}

/** The functions of a standard module that return a value of its type. */
function functionsWith({ context }: Body, symbol: StructSymbol | EnumSymbol): string[] {
  if (!symbol.module.standard) return [];
  const { option, result } = context.enums;
  const isMade = (type: Type): boolean =>
    type.kind === "Named" &&
    (type.symbol === symbol ||
      ((type.symbol === option || type.symbol === result) && isMade(prune(type.args[0]!))));
  return [...symbol.module.functions.values()]
    .filter((fn) => !fn.name.startsWith("__") && isMade(prune(fn.result)))
    .slice(0, MOST_NAMED)
    .map((fn) => `${fn.name}(${fn.params.map((param) => param.name).join(", ")})`);
}

const MOST_NAMED = 2;
