import type { FunctionSymbol } from "./symbols.ts";

/** What reports have in common that come from the missing result type of a function. */
export function causeOfResult({ module, node }: Pick<FunctionSymbol, "module" | "node">): string {
  const key = `result of ${module.source.name}:${node.name.span.start}`;
  return key;
}
