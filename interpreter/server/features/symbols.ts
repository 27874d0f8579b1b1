// The outline of a file, and the declarations of the workspace by name.
import type { Source, Span } from "../../source/index.ts";
import type { FunctionItem, Item, Tree } from "../../syntax/index.ts";
import { textOf } from "../meaning/describe.ts";

export type SymbolKind =
  | "function"
  | "method"
  | "struct"
  | "enum"
  | "trait"
  | "impl"
  | "alias"
  | "constant"
  | "variable"
  | "field"
  | "variant"
  | "module";

export interface Outline {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly detail: string;
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly Outline[];
}

export function outlineOf(source: Source, tree: Tree): Outline[] {
  return tree.items.flatMap((item) => outline(source, item) ?? []);
}

function outline(source: Source, item: Item): Outline | null {
  const leaf = (kind: SymbolKind, detail = "", children: readonly Outline[] = []): Outline | null => {
    const { name, span } = item as { readonly name: { readonly name: string; readonly span: Span } } & Item;
    return within({ name: name.name, kind, detail, span, nameSpan: name.span, children });
  };
  switch (item.kind) {
    case "FunctionItem":
      return functionOutline(source, item, "function");
    case "ConstItem":
      return leaf("constant", textOf(source, item.value.span).slice(0, 60));
    case "GlobalItem":
      return leaf("variable", item.type === null ? "" : textOf(source, item.type.span));
    case "AliasItem":
      return leaf("alias", textOf(source, item.type.span));
    case "StructItem":
      return leaf(
        "struct",
        "",
        item.fields.map(({ name, type, span }) =>
          within({
            name: name.name,
            kind: "field",
            detail: textOf(source, type.span),
            span,
            nameSpan: name.span,
            children: [],
          }),
        ),
      );
    case "EnumItem":
      return leaf(
        "enum",
        "",
        item.variants.map(({ name, span }) =>
          within({ name: name.name, kind: "variant", detail: "", span, nameSpan: name.span, children: [] }),
        ),
      );
    case "TraitItem":
      return leaf(
        "trait",
        "",
        item.members.map((member) => functionOutline(source, member, "method")),
      );
    case "ImplItem": {
      const { target, trait, methods, span } = item;
      const of = textOf(source, target.span);
      return within({
        name: trait === null ? `impl ${of}` : `impl ${textOf(source, trait.span)} for ${of}`,
        kind: "impl",
        detail: "",
        span,
        nameSpan: target.span,
        children: methods.map((method) => functionOutline(source, method, "method")),
      });
    }
    case "Import":
    case "MacroItem":
    case "MacroCall":
      return null;
  }
}

function functionOutline(
  source: Source,
  { name, params, result, span }: FunctionItem,
  kind: SymbolKind,
): Outline {
  const of = params.map((param) => textOf(source, param.span)).join(", ");
  const detail = `(${of})${result === null ? "" : ` -> ${textOf(source, result.span)}`}`;
  return within({ name: name.name, kind, detail, span, nameSpan: name.span, children: [] });
}

/** The name is within the whole, as the protocol demands; code of macros has other places. */
function within(outline: Outline): Outline {
  const { span, nameSpan } = outline;
  return span.start <= nameSpan.start && nameSpan.end <= span.end ? outline : { ...outline, nameSpan: span };
}

/** Whether a name has the letters of a query in their order. */
export function matches(name: string, query: string): boolean {
  let at = 0;
  const lower = name.toLowerCase();
  for (const char of query.toLowerCase()) {
    at = lower.indexOf(char, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
