import type { FunctionSymbol } from "./symbols.ts";

/** The cause of diagnostics that are consequences of a missing result type of a function. */
export function causeOfResult({ module, node }: Pick<FunctionSymbol, "module" | "node">): string {
  const key = `result of ${module.source.name}:${node.name.span.start}`;
  return key;
}
