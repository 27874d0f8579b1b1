// What a file shows of itself: the heads of its items, by which others depend on it, and where the items are.
// It is made from the tree once, and is plain data: an unchanged file is not parsed again.
import { hashOf, type Source, type Span } from "../source/index.ts";
import {
  itemKeys,
  membersOf,
  type FunctionItem,
  type Ident,
  type Import,
  type Item,
  type Keyed,
  type Parsed,
} from "../syntax/index.ts";
import { namesDerived } from "../check/index.ts";

/** An item, or a member of an impl or trait. */
export interface ItemSurface {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** The hash of its text. */
  readonly text: string;
  /** The hash of the part on which others depend, without layout. */
  readonly head: string;
  /** The names in that part. */
  readonly words: readonly string[];
  /** The name that it declares in the file; null for impls, imports and members. */
  readonly name: string | null;
  /** The functions below it; null for an item that has none. */
  readonly members: readonly string[] | null;
  /** For an impl: the type as written. */
  readonly target?: string;
  /** For an impl: whether it is one of a trait. */
  readonly ofTrait?: boolean;
  /** For a constant: the names in its value. */
  readonly value?: readonly string[];
  readonly isAlias?: true;
}

export interface Surface {
  /** May be read from the cache when they are first needed. */
  readonly items: readonly ItemSurface[];
  /** The types of its impls, as written. */
  readonly targets: readonly string[];
  /** Whether one of these may be another name of a type. */
  readonly hasOtherNames: boolean;
  /** The types that it declares. */
  readonly types: readonly string[];
  readonly imports: readonly Import[];
  readonly derives: readonly string[];
  readonly collectionLiterals: boolean;
  readonly methods: readonly string[];
  /** The hash of everything on which the check of the declarations depends. */
  readonly heads: string;
  /** The hash of everything on which answers depend: the heads, and the values of constants. */
  readonly shown: string;
  readonly mayHaveIdleTests: boolean;
  readonly hasMain: boolean;
  /** Whether the text has no syntax error: only then, what is known about it is kept. */
  readonly isWhole: boolean;
}

const WORD = /[A-Za-z_]\w*|"(?:[^"\\\n]|\\.)*"|\S/g;
const NAME = /^[A-Za-z_]/;
const LIKE_A_TEST = /^(?:test_|test[A-Z0-9]|Test[A-Z0-9_])/;

export function surfaceOf(source: Source, { tree, uses, lost }: Parsed): Surface {
  const { text } = source;
  // The text of a macro is elsewhere in the file: its items change with any part of the file.
  const whole = /\bmacro\b/.test(text) ? hashOf(text) : null;
  const broken = lost === null ? null : hashOf(text);
  const keys = itemKeys(tree.items);
  const items: ItemSurface[] = [];
  const add = (item: Keyed, extra: Partial<ItemSurface> = {}): void => {
    items.push(itemSurface(text, item, keys.get(item)!, whole ?? broken, extra));
  };
  for (const item of tree.items) {
    add(item, surfaceExtras(item));
    for (const member of membersOf(item)) add(member, { members: null, name: null });
  }
  const functions = tree.items.filter((item) => item.kind === "FunctionItem");
  const heads = hashOf(
    items.map(({ key, head, members }) => [key, head, ...(members ?? [])].join("\t")).join("\n") +
      (broken ?? ""),
  );
  const values = items.filter(({ value }) => value !== undefined).map((item) => item.text);
  return {
    items,
    ...typesOf(tree.items),
    imports: tree.items.filter((item) => item.kind === "Import"),
    derives: [...namesDerived(tree)],
    collectionLiterals: uses.collectionLiterals,
    methods: [...uses.methods],
    heads,
    shown: hashOf([heads, ...values].join(" ")),
    mayHaveIdleTests: source.name.endsWith("_test.std") && functions.some(mayBeIdle),
    hasMain: functions.some(
      (fn) => fn.name.name === "main" && fn.params.length + fn.generics.length === 0 && fn.self === null,
    ),
    isWhole: lost === null,
  };
}

function typesOf(items: readonly Item[]): Pick<Surface, "targets" | "hasOtherNames" | "types"> {
  const targets = items.flatMap((item) => (item.kind === "ImplItem" ? [item.target.name.name] : []));
  const types = items.flatMap((item) =>
    item.kind === "StructItem" || item.kind === "EnumItem" ? [item.name.name] : [],
  );
  // An imported name may be that of an alias, or be bound with `as`.
  const hasOtherNames = targets.some((name) => !types.includes(name) && !PRIMITIVES.has(name));
  return { targets: [...new Set(targets)], hasOtherNames, types };
}

const PRIMITIVES: ReadonlySet<string> = new Set("Int Float Bool Char String Unit Any List".split(" "));

function mayBeIdle({ name, params, generics, self }: FunctionItem): boolean {
  const isTest = name.name.startsWith("test_") && params.length + generics.length === 0 && self === null;
  return LIKE_A_TEST.test(name.name) && !isTest;
}

function itemSurface(
  text: string,
  item: Keyed,
  key: string,
  instead: string | null,
  extra: Partial<ItemSurface>,
): ItemSurface {
  const { start, end } = item.span;
  const head = text.slice(start, headEnd(text, item)).match(WORD) ?? [];
  const hash = instead ?? hashOf(text.slice(start, end));
  return {
    key,
    start,
    end,
    text: hash,
    head: instead === null ? hashOf(head.join(" ")) : `${instead} ${key}`,
    words: names(head),
    name: null,
    members: null,
    ...extra,
  };
}

function names(words: readonly string[]): string[] {
  return [...new Set(words.filter((word) => NAME.test(word)))];
}

function surfaceExtras(item: Item): Partial<ItemSurface> {
  switch (item.kind) {
    case "ConstItem":
      return { name: item.name.name, value: wordsIn(item.value) };
    case "GlobalItem":
    case "FunctionItem":
    case "StructItem":
    case "EnumItem":
      return { name: item.name.name };
    case "AliasItem":
      return { name: item.name.name, isAlias: true };
    case "TraitItem":
      return { name: item.name.name, members: item.members.map(memberHead) };
    case "ImplItem":
      return {
        target: item.target.name.name,
        ofTrait: item.trait !== null,
        members: item.methods.map(({ name }) => name.name),
      };
    case "Import":
    case "MacroItem":
    case "MacroCall":
      return {};
  }
}

/** The names of variables in an expression, wherever they are. */
function wordsIn(value: unknown, found = new Set<string>()): string[] {
  if (typeof value === "object" && value !== null) {
    const { kind, name } = value as { readonly kind?: string; readonly name?: unknown };
    if (kind === "Name" && typeof name === "string") found.add(name);
    for (const part of Object.values(value)) wordsIn(part, found);
  }
  return [...found];
}

/** A member of a trait that has a body need not be implemented. */
function memberHead({ name, body }: FunctionItem): string {
  return body === null ? name.name : `${name.name}=`;
}

/** The end of the part of an item on which others depend. */
function headEnd(text: string, item: Keyed): number {
  switch (item.kind) {
    case "FunctionItem":
      return item.body?.span.start ?? item.span.end;
    case "TraitItem":
      return Math.min(
        item.span.end,
        ...item.members.map(({ span }) => span.start),
        braceAfter(text, item.name),
      );
    case "ImplItem":
      return item.target.span.end;
    case "ConstItem":
    case "GlobalItem":
      // Without a written type, that of the value counts.
      return item.type?.span.end ?? item.span.end;
    case "Import":
    case "StructItem":
    case "EnumItem":
    case "AliasItem":
    case "MacroItem":
    case "MacroCall":
      return item.span.end;
  }
}

function braceAfter(text: string, { span }: Ident): number {
  const brace = text.indexOf("{", span.end);
  return brace < 0 ? span.end : brace;
}

/** The item or member around a span, the innermost one. */
export function itemAround(items: readonly ItemSurface[], { start, end }: Span): ItemSurface | undefined {
  // Items are in the order of the text, members behind their item.
  let at = lastStartingBefore(items, start);
  while (at >= 0 && items[at]!.end < end) at--;
  return items[at];
}

/** The index of the last item that starts at an offset or before it; -1 if there is none. */
function lastStartingBefore(items: readonly ItemSurface[], offset: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
