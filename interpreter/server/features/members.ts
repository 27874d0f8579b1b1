// What may follow a dot: fields and methods of a value, functions of a module, variants and associated functions of
// a type.
import {
  isHiddenField,
  showType,
  type FunctionSymbol,
  type Module,
  type TraitSymbol,
  type Type,
  type TypeSymbol,
} from "../../check/index.ts";
import type { Expr } from "../../syntax/index.ts";
import { commentAbove } from "../../source/index.ts";
import { signatureOf } from "../meaning/describe.ts";
import type { FileView } from "../workspace/view.ts";
import { plain, type Completion } from "./completion-item.ts";

/** The members of the expression before a dot. */
export function membersOf(view: FileView, receiver: Expr): Completion[] {
  const inner = receiver.kind === "Paren" ? receiver.inner : receiver;
  if (inner.kind === "Name") {
    const use = view.facts.uses[inner.id];
    const meaning = use === undefined ? view.program.meaning(view.unit, inner.name) : null;
    if (meaning?.kind === "Alias") return moduleMembers(view, meaning.import.unit);
    if (meaning?.kind === "Type") return typeMembers(view, meaning.symbol);
    if (meaning?.kind === "TypeAlias" && meaning.alias.type.kind === "Named")
      return typeMembers(view, meaning.alias.type.symbol);
    if (meaning?.kind === "Trait") return traitMembers(meaning.trait, false);
  }
  const type = view.facts.types[receiver.id];
  return type === undefined ? [] : valueMembers(view, type);
}

function moduleMembers(view: FileView, unit: string | null): Completion[] {
  const module = unit === null ? undefined : view.program.module(unit);
  if (module === undefined) return [];
  return [...exportedFunctions(module), ...exportedValues(view, module)];
}

function exportedFunctions(module: Module): Completion[] {
  return [...module.functions.values()]
    .filter(({ name }) => isShown(name))
    .map((fn) => functionCompletion(fn, "function", 1));
}

function exportedValues(view: FileView, module: Module): Completion[] {
  return module.tree.items.flatMap((item): Completion[] => {
    switch (item.kind) {
      case "ConstItem":
      case "GlobalItem":
        return isShown(item.name.name)
          ? [
              {
                label: item.name.name,
                kind: "constant",
                insert: item.name.name,
                rank: 1,
                ...documented(module, item.name.span.start),
              },
            ]
          : [];
      case "StructItem":
      case "EnumItem":
      case "AliasItem":
        // Types of the library need no module in front.
        return isShown(item.name.name) && !module.standard && view.unit !== module.id
          ? [
              {
                label: item.name.name,
                kind: "type",
                insert: item.name.name,
                rank: 2,
                ...documented(module, item.name.span.start),
              },
            ]
          : [];
      default:
        return [];
    }
  });
}

function typeMembers(view: FileView, symbol: TypeSymbol): Completion[] {
  const variants =
    symbol.kind !== "Enum"
      ? []
      : symbol.variants.map((variant): Completion => {
          const payload = variant.payload.map(
            (type, i) => `${variant.names?.[i] ?? ""}${variant.names === null ? "" : ": "}${showType(type)}`,
          );
          const filled = variant.payload.map(
            (_, i) => `\${${i + 1}:${plain(variant.names?.[i] ?? "value")}}`,
          );
          return {
            label: variant.name,
            kind: "variant",
            detail: payload.length === 0 ? symbol.name : `${variant.name}(${payload.join(", ")})`,
            insert:
              payload.length === 0
                ? variant.name
                : `${variant.name}(${variant.names === null ? filled.join(", ") : variant.names.map((name, i) => `${name}: ${filled[i]!}`).join(", ")})`,
            isSnippet: payload.length > 0,
            rank: 0,
          };
        });
  return [...variants, ...methodsOf(view, symbol, false)];
}

export function valueMembers(view: FileView, type: Type): Completion[] {
  if (type.kind === "Dyn") return traitMembers(type.trait.trait, true);
  if (type.kind === "Param") return type.bounds.flatMap(({ trait }) => traitMembers(trait, true));
  if (type.kind !== "Named") return [];
  const { symbol } = type;
  const fields =
    symbol.kind !== "Struct"
      ? []
      : symbol.fields
          .filter(({ name }) => !isHiddenField(symbol, name))
          .map(
            (field): Completion => ({
              label: field.name,
              kind: "field",
              detail: showType(field.type),
              insert: field.name,
              rank: 0,
            }),
          );
  return [...fields, ...methodsOf(view, symbol, true)];
}

function traitMembers({ members }: TraitSymbol, hasSelf: boolean): Completion[] {
  return [...members.values()]
    .filter((fn) => fn.hasSelf === hasSelf)
    .map((fn) => functionCompletion(fn, "method", 1));
}

function methodsOf(view: FileView, symbol: TypeSymbol, hasSelf: boolean): Completion[] {
  const { impls } = view.program.program;
  return [...new Set(impls.methodNames(symbol))].flatMap((name) => {
    if (!isShown(name)) return [];
    const offered = impls.offered(symbol, name);
    const found = offered.find(({ isOwn }) => isOwn) ?? offered[0];
    if (found === undefined || found.fn.hasSelf !== hasSelf) return [];
    return [functionCompletion(found.fn, "method", found.fn.module.standard ? 2 : 1)];
  });
}

/** A function with the places of its arguments. */
export function functionCompletion(
  fn: FunctionSymbol,
  kind: "function" | "method",
  rank: number,
): Completion {
  const { name, params, module, node } = fn;
  const required = fn.params.filter((_, i) => fn.defaults[i] == null);
  const filled = required.map((param, i) => `\${${i + 1}:${plain(param.name)}}`);
  return {
    label: name,
    kind,
    detail: signatureOf(fn),
    insert: `${name}(${filled.join(", ")})${params.length === 0 ? "" : "$0"}`,
    isSnippet: params.length > 0,
    rank,
    ...documented(module, node.name.span.start),
  };
}

function documented({ source }: Module, offset: number): { readonly documentation?: string } {
  const documentation = commentAbove(source, offset);
  return documentation === "" ? {} : { documentation };
}

export function isShown(name: string): boolean {
  return !name.startsWith("_") && /^[A-Za-z]\w*$/.test(name);
}
