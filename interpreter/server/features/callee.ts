// The function whose name is before an open parenthesis, in a text whose call cannot be parsed.
import type { FunctionSymbol } from "../../check/index.ts";
import type { FileView } from "../workspace/view.ts";

export function functionNamed(view: FileView, paren: number): FunctionSymbol | null {
  const before = view.source.text.slice(Math.max(0, paren - 200), paren);
  const [, module, name] = /(?:([A-Za-z_]\w*)\s*\.\s*)?([A-Za-z_]\w*)\s*$/.exec(before) ?? [];
  if (name === undefined) return null;
  if (module !== undefined) {
    const unit = view.program.aliases(view.unit).get(module);
    return unit === undefined ? null : (view.program.module(unit)?.functions.get(name) ?? null);
  }
  const meaning = view.program.meaning(view.unit, name);
  return meaning?.kind === "Function" ? meaning.function : null;
}
