// Functions of standard modules that stand for others, by the traits that the actual type of their type parameter
// has: the first one whose bound holds, or the function itself.
import type { FunctionSymbol, Impls, Type } from "./types/index.ts";
import { isStandard, nameOf, std, type StandardItem } from "./standard/index.ts";

const CHOICES: ReadonlyMap<StandardItem, readonly StandardItem[]> = new Map<
  StandardItem,
  readonly StandardItem[]
>([
  [std.api.__kind, [std.api.__kind_request, std.api.__kind_many, std.api.__kind_text, std.api.__kind_json]],
  [std.api.__from_request, [std.api.__read_request]],
  [std.api.__from_text, [std.api.__read_many, std.api.__read_one, std.api.__read_json_text]],
  [std.api.__element, [std.api.__element_text, std.api.__element_json]],
  [std.api.__optional, [std.api.__optional_many]],
  [std.api.__from_body, [std.api.__read_body]],
  [std.api.__from_context, [std.api.__maybe_context]],
  [std.api.__answer, [std.api.__answer_as, std.api.__answer_json]],
  [std.api.__result, [std.api.__result_as, std.api.__result_json]],
]);

const BY_NAME = new Map([...CHOICES].map(([item, choices]) => [nameOf(item), { item, choices }]));

/** The function that is called instead of `fn` with this type argument; null for `fn` itself. */
export function chosenFor(
  fn: FunctionSymbol,
  typeArgs: readonly Type[],
  impls: Impls,
): FunctionSymbol | null {
  if (!fn.module.standard || typeArgs.length !== 1) return null;
  const entry = BY_NAME.get(fn.name);
  if (entry === undefined || !isStandard(fn, entry.item)) return null;
  for (const choice of entry.choices) {
    const other = fn.module.functions.get(nameOf(choice))!;
    const { trait } = other.typeParams[0]!.bounds[0]!;
    if (impls.implements(typeArgs[0]!, trait)) return other;
  }
  return null;
}
