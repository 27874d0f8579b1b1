// What a package offers to programs: its declarations by file and name, for `std publish`.
import { Source } from "../../source/index.ts";
import { parse, type FunctionItem, type Item } from "../../syntax/index.ts";

/** A declaration that programs can use. */
export interface Offered {
  /** `lib.std: parse`, `lib.std: Money.show` */
  readonly key: string;
  readonly isFunction: boolean;
  /** Whether a comment with `///` describes it. */
  readonly documented: boolean;
  /** The parameters of a function, each with its default value. */
  readonly params: readonly { readonly text: string; readonly optional: boolean }[];
  /** The declaration without body and comments. */
  readonly text: string;
}

/** The declarations of a file whose names, and those of their types, do not begin with `_`. */
export function offeredBy(path: string, text: string, declarations: boolean): Offered[] {
  const source = new Source(path, text);
  return parse(source, { declarations })
    .tree.items.flatMap((item) => of(item, path, source))
    .filter(({ key }) => !/(?:^|\.)_/.test(key.slice(path.length + ": ".length)));
}

function of(item: Item, path: string, source: Source): Offered[] {
  const offered = (name: string, start: number, end: number, fn: FunctionItem | null): Offered => ({
    key: `${path}: ${name}`,
    isFunction: fn !== null,
    documented: /(?:^|\n)[ \t]*\/\/\/[^\n]*\n(?:[ \t]*@[^\n]*\n)*[ \t]*$/.test(source.text.slice(0, start)),
    params: (fn?.params ?? []).map((param) => ({
      text: plain(source.text.slice(param.span.start, param.default?.span.start ?? param.span.end)),
      optional: param.default !== null,
    })),
    text: plain(source.text.slice(start, end)),
  });
  const fun = (fn: FunctionItem, owner: string): Offered =>
    offered(owner + fn.name.name, fn.span.start, fn.body?.span.start ?? fn.span.end, fn);
  switch (item.kind) {
    case "FunctionItem":
      return [fun(item, "")];
    case "ImplItem":
      return item.trait === null
        ? item.methods.map((method) => fun(method, `${item.target.name.name}.`))
        : [];
    case "StructItem":
    case "EnumItem":
    case "TraitItem":
    case "AliasItem":
    case "ConstItem":
    case "GlobalItem":
      return [offered(item.name.name, item.span.start, item.span.end, null)];
    default:
      return [];
  }
}

/** What programs that use the old declarations miss in the new ones, one line each. */
export function breaking(before: readonly Offered[], after: readonly Offered[]): string[] {
  const now = new Map(after.map((each) => [each.key, each]));
  return before.flatMap((old) => {
    const next = now.get(old.key);
    if (next === undefined) return [`${old.key} is gone`];
    return fits(old, next) ? [] : [`${old.key} has changed`];
  });
}

/** Whether uses of a declaration remain valid; more parameters with default values do not matter. */
function fits(old: Offered, next: Offered): boolean {
  if (old.text === next.text) return true;
  if (!old.isFunction || !next.isFunction) return false;
  const head = ({ text }: Offered): string => text.slice(0, text.indexOf("("));
  const result = ({ text }: Offered): string => text.slice(text.lastIndexOf(")"));
  return (
    head(old) === head(next) &&
    result(old) === result(next) &&
    old.params.every(
      ({ text, optional }, i) => next.params[i]?.text === text && (!optional || next.params[i].optional),
    ) &&
    next.params.slice(old.params.length).every(({ optional }) => optional)
  );
}

/** A text without comments and with single spaces. */
function plain(text: string): string {
  return text
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, " ")
    .replace(/\s+/g, " ")
    .replace(/[\s=:]+$/, "")
    .trim();
}
