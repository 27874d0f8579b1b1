// All names of a file with what they stand for: the base of hover, definition, references, rename and semantic
// tokens.
import type { Callee, Facts, LocalSymbol, Use } from "../../check/index.ts";
import type { Span } from "../../source/index.ts";
import type { Arg, GenericParam, Ident, Import, Item, NamePattern, Node, Param } from "../../syntax/index.ts";
import type { FileView } from "../workspace/view.ts";
import {
  fieldTarget,
  functionTarget,
  globalTarget,
  keyOf,
  moduleTarget,
  payloadTarget,
  targetOf,
  typeTarget,
  variantTarget,
  type Target,
} from "./target.ts";
import { nodesOf, partsOf, type AnyNode } from "./walk.ts";

export type Role = "declaration" | "use" | "write" | "import";

export interface Occurrence {
  readonly span: Span;
  readonly target: Target;
  readonly role: Role;
  /** A field whose name is also that of the variable beside it: `Spot { x }`. */
  readonly shorthand?: true;
}

const known = new WeakMap<FileView, readonly Occurrence[]>();

/** In the order of the text. */
export function occurrencesOf(view: FileView): readonly Occurrence[] {
  let found = known.get(view);
  if (found === undefined) known.set(view, (found = new Collector(view).collect()));
  return found;
}

/** The names at an offset: two for a shorthand field. */
export function occurrencesAt(view: FileView, offset: number): readonly Occurrence[] {
  const all = occurrencesOf(view).filter(({ span }) => span.start <= offset && offset <= span.end);
  // Behind a name, the one that begins here counts.
  const begins = all.filter(({ span }) => offset < span.end);
  return begins.length > 0 ? begins : all;
}

class Collector {
  readonly #view: FileView;
  readonly #facts: Facts;
  readonly #found: Occurrence[] = [];
  readonly #locals = new Map<LocalSymbol, Target>();
  #generics: readonly ReadonlyMap<string, Target>[] = [];
  #labels: readonly Ident[] = [];

  constructor(view: FileView) {
    this.#view = view;
    this.#facts = view.facts;
  }

  collect(): readonly Occurrence[] {
    this.#nameLocals();
    for (const item of this.#view.tree.items) this.#item(item);
    // A variable that is assigned to is found as the target and as a name.
    const byPlace = new Map<string, Occurrence>();
    for (const one of this.#found) {
      const place = `${one.span.start} ${one.target.key}`;
      if (byPlace.get(place)?.role !== "write") byPlace.set(place, one);
    }
    return [...byPlace.values()].toSorted((a, b) => a.span.start - b.span.start);
  }

  /** Finds the places of local variables. */
  #nameLocals(): void {
    for (const node of nodesOf(this.#view.tree)) {
      const local = this.#facts.locals[node.id];
      if (local === undefined) continue;
      const isParam = node.kind === undefined;
      const span = spanOfName(node);
      if (span === null) continue;
      this.#locals.set(local, {
        key: keyOf(this.#view.unit, span),
        kind: isParam ? "parameter" : "local",
        name: local.name,
        unit: this.#view.unit,
        span,
        symbol: local,
      });
    }
  }

  #add(span: Span, target: Target | null | undefined, role: Role = "use", shorthand = false): void {
    if (target === null || target === undefined) return;
    // Code of macros and of derives has other text there.
    const text = this.#view.source.text.slice(span.start, span.end);
    if (!/^[A-Za-z_]\w*$/.test(text) && target.kind !== "module") return;
    const named = text === target.name || target.kind === "module" ? target : this.#renamed(text, target);
    this.#found.push({ span, target: named, role, ...(shorthand && { shorthand }) });
  }

  /** The name that an import or an alias gives to something else. */
  #renamed(text: string, target: Target): Target {
    for (const item of this.#view.tree.items) {
      if (item.kind !== "Import") continue;
      for (const { alias } of item.selectors ?? [])
        if (alias?.name === text) return { ...target, key: keyOf(this.#view.unit, alias.span), name: text };
    }
    return { ...target, key: `${target.key} ${text}`, name: text };
  }

  #meaning(span: Span, name: string, role: Role = "use"): void {
    const generic = this.#generics.findLast((names) => names.has(name))?.get(name);
    if (generic !== undefined) return this.#add(span, generic, role);
    const meaning = this.#view.program.meaning(this.#view.unit, name);
    if (meaning === null) return;
    const target = targetOf(meaning);
    this.#add(
      span,
      target === null ? null : { ...target, name: target.kind === "module" ? name : target.name },
      role,
    );
  }

  #local(local: LocalSymbol | undefined): Target | undefined {
    return local === undefined ? undefined : this.#locals.get(local);
  }

  #item(item: Item): void {
    switch (item.kind) {
      case "Import":
        return this.#import(item);
      case "MacroItem":
      case "MacroCall":
        return;
      case "ImplItem":
        return this.#within(item.generics, () => this.#parts(item));
      case "FunctionItem":
      case "StructItem":
      case "EnumItem":
      case "TraitItem":
      case "AliasItem":
        this.#visit(item);
        return;
      case "ConstItem":
      case "GlobalItem":
        this.#meaning(item.name.span, item.name.name, "declaration");
        this.#parts(item);
    }
  }

  #import(item: Import): void {
    const { unit, program } = this.#view;
    const of = [...program.aliases(unit)].find(
      ([name]) => name === (item.alias?.name ?? lastOf(item.path)),
    )?.[1];
    if (of !== undefined) this.#add(item.pathSpan, moduleTarget(of), "import");
    for (const { name, alias } of item.selectors ?? []) {
      const meaning = program.meaning(unit, alias?.name ?? name.name);
      const target = meaning === null ? null : targetOf(meaning);
      this.#add(name.span, target, "import");
      if (alias !== null) this.#add(alias.span, target, "declaration");
    }
  }

  #within(generics: readonly GenericParam[], visit: () => void): void {
    const outer = this.#generics;
    const names = new Map<string, Target>();
    for (const { name } of generics)
      names.set(name.name, {
        key: keyOf(this.#view.unit, name.span),
        kind: "typeParameter",
        name: name.name,
        unit: this.#view.unit,
        span: name.span,
      });
    this.#generics = [...outer, names];
    for (const { name } of generics) this.#add(name.span, names.get(name.name), "declaration");
    visit();
    this.#generics = outer;
  }

  #parts(node: object): void {
    for (const part of partsOf(node)) this.#visit(part);
  }

  #visit(node: AnyNode): void {
    const any = node as AnyNode & Record<string, unknown>;
    switch (node.kind) {
      case "FunctionItem":
        return this.#function(any as unknown as Item & { kind: "FunctionItem" });
      case "StructItem":
      case "EnumItem":
      case "TraitItem":
      case "AliasItem":
        return this.#declaration(any as unknown as Item & { kind: "StructItem" });
      case "NamedType": {
        const name = any["name"] as Ident;
        if (name.name !== "Self") this.#meaning(name.span, name.name);
        break;
      }
      case undefined:
        this.#nameless(any);
        break;
      case "Loop":
      case "While":
      case "For":
        return this.#loop(any);
      case "Break":
      case "Continue":
        this.#label(any["label"] as Ident | null);
        break;
      default:
        this.#expression(any);
    }
    this.#parts(node);
  }

  #function(item: Item & { readonly kind: "FunctionItem" }): void {
    const fn = this.#facts.functions.get(item.id);
    if (fn !== undefined) this.#add(item.name.span, functionTarget(fn), "declaration");
    this.#within(item.generics, () => this.#parts(item));
  }

  #declaration(item: Item & { readonly name: Ident; readonly generics: readonly GenericParam[] }): void {
    this.#meaning(item.name.span, item.name.name, "declaration");
    const meaning = this.#view.program.meaning(this.#view.unit, item.name.name);
    const symbol = meaning?.kind === "Type" ? meaning.symbol : null;
    if (symbol?.kind === "Struct")
      symbol.node.fields.forEach(({ name }, i) =>
        this.#add(name.span, fieldTarget(symbol, i), "declaration"),
      );
    if (symbol?.kind === "Enum")
      for (const variant of symbol.variants) {
        const node = symbol.node.variants[variant.index]!;
        this.#add(node.name.span, variantTarget(symbol, variant), "declaration");
        for (const { name } of node.payload)
          if (name !== null) this.#add(name.span, payloadTarget(symbol, variant, name.name), "declaration");
      }
    for (const attribute of "attributes" in item ? item.attributes : []) {
      if (attribute.name.name !== "derive") continue;
      for (const { name } of attribute.args) this.#meaning(name.span, name.name);
    }
    this.#within(item.generics, () => this.#parts(item));
  }

  #loop(node: AnyNode & Record<string, unknown>): void {
    const label = node["label"] as Ident | null;
    const outer = this.#labels;
    if (label !== null) {
      this.#labels = [...outer, label];
      this.#label(label, "declaration");
    }
    this.#parts(node);
    this.#labels = outer;
  }

  #label(label: Ident | null, role: Role = "use"): void {
    if (label === null) return;
    const to = this.#labels.findLast(({ name }) => name === label.name);
    if (to === undefined) return;
    const span = { start: label.span.end - label.name.length, end: label.span.end };
    const start = to.span.end - to.name.length;
    const { unit } = this.#view;
    this.#add(
      span,
      {
        key: keyOf(unit, { start, end: start }),
        kind: "label",
        name: label.name,
        unit,
        span: { start, end: to.span.end },
      },
      role,
    );
  }

  /** Parameters, arguments and other parts without a kind. */
  #nameless(node: AnyNode & Record<string, unknown>): void {
    const local = this.#facts.locals[node.id];
    const name = node["name"] as Ident | null | undefined;
    if (local !== undefined && name != null) this.#add(name.span, this.#local(local), "declaration");
  }

  #expression(node: AnyNode & Record<string, unknown>): void {
    const use = this.#facts.uses[node.id];
    const name = node["name"];
    switch (node.kind) {
      case "Name":
        if (use === undefined) this.#meaning(nameSpan(node, name as string), name as string);
        else this.#use(nameSpan(node, name as string), use);
        break;
      case "FieldAccess":
      case "MethodCall":
        if (use !== undefined) this.#use((name as Ident).span, use);
        break;
      case "Let":
        this.#add((name as Ident).span, this.#letTarget(node), "declaration");
        break;
      case "NamePattern":
        this.#namePattern(node as unknown as NamePattern, use);
        break;
      case "CtorPattern":
      case "StructPattern":
      case "StructLit":
        this.#construction(node, use);
        break;
      case "Assign":
        this.#assigned(node["target"] as AnyNode);
    }
    if (node.kind === "Call" || node.kind === "MethodCall") this.#namedArguments(node, use);
  }

  #letTarget(node: AnyNode): Target | undefined {
    const use = this.#facts.uses[node.id];
    return use?.kind === "Global" ? globalTarget(use.global) : this.#local(this.#facts.locals[node.id]);
  }

  #namePattern(node: NamePattern, use: Use | undefined): void {
    const local = this.#facts.locals[node.id];
    if (local !== undefined) this.#add(node.span, this.#local(local), "declaration");
    else if (use?.kind === "VariantPattern") this.#add(node.span, variantTarget(use.enum, use.variant));
  }

  #construction(node: AnyNode & Record<string, unknown>, use: Use | undefined): void {
    const name = node["name"] as Ident;
    const fields = (node["fields"] ?? []) as readonly { readonly name: Ident; readonly shorthand: boolean }[];
    const variant =
      use?.kind === "VariantPattern"
        ? ([use.enum, use.variant] as const)
        : use?.kind === "Variant" && use.type.symbol.kind === "Enum"
          ? ([use.type.symbol, use.variant] as const)
          : null;
    const struct =
      use?.kind === "StructPattern"
        ? use.struct
        : use?.kind === "Struct" && use.type.symbol.kind === "Struct"
          ? use.type.symbol
          : null;
    if (variant !== null) this.#add(name.span, variantTarget(...variant));
    else if (struct !== null && name.name === struct.name) this.#add(name.span, typeTarget(struct));
    else if (name.name !== "Self") this.#meaning(name.span, name.name);
    for (const field of fields) {
      const index = struct?.fields.findIndex((one) => one.name === field.name.name) ?? -1;
      const target =
        struct !== null
          ? fieldTarget(struct, index)
          : variant === null
            ? null
            : payloadTarget(...variant, field.name.name);
      this.#add(field.name.span, target, "use", field.shorthand);
    }
  }

  /** The names of arguments stand for parameters or for parts of a variant. */
  #namedArguments(node: AnyNode & Record<string, unknown>, use: Use | undefined): void {
    for (const { name } of node["args"] as readonly Arg[]) {
      if (name === null) continue;
      if (use?.kind === "Variant" && use.type.symbol.kind === "Enum")
        this.#add(name.span, payloadTarget(use.type.symbol, use.variant, name.name));
      const fn = calledBy(use);
      const param = fn?.node.params.find((one: Param) => one.name.name === name.name);
      if (fn !== null && param !== undefined) this.#add(name.span, parameterTarget(fn, param));
    }
  }

  #assigned(target: AnyNode): void {
    const use = this.#facts.uses[target.id];
    if (use?.kind !== "Local" && use?.kind !== "Global") return;
    const to = use.kind === "Local" ? this.#local(use.local) : globalTarget(use.global);
    if (target.kind === "Name") this.#add(target.span, to, "write");
  }

  #use(span: Span, use: Use): void {
    switch (use.kind) {
      case "Local":
        if (use.local.name !== "self") this.#add(span, this.#local(use.local));
        return;
      case "Global":
        return this.#add(span, globalTarget(use.global));
      case "Const":
        return this.#add(span, targetOf({ kind: "Const", constant: use.constant }));
      case "Function":
      case "Call":
        return this.#add(span, functionTarget(use.callee.function));
      case "BoundCall":
        return this.#add(span, functionTarget(use.callee.method));
      case "DynCall":
        return this.#add(span, functionTarget(use.method));
      case "Variant":
        return this.#add(
          span,
          use.type.symbol.kind === "Enum" ? variantTarget(use.type.symbol, use.variant) : null,
        );
      case "Builtin":
        return this.#meaning(span, this.#view.source.text.slice(span.start, span.end));
      case "Field":
        return this.#add(span, fieldTarget(use.struct, use.index));
      default:
        return this.#meaning(span, this.#view.source.text.slice(span.start, span.end));
    }
  }
}

/** The function that a call reaches, if one is known. */
export function calledBy(use: Use | undefined): Callee["function"] | null {
  switch (use?.kind) {
    case "Call":
    case "Function":
      return use.callee.function;
    case "BoundCall":
      return use.callee.method;
    case "DynCall":
      return use.method;
    default:
      return null;
  }
}

function parameterTarget(fn: Callee["function"], { name }: Param): Target {
  const unit = fn.module.id;
  return { key: keyOf(unit, name.span), kind: "parameter", name: name.name, unit, span: name.span };
}

function nameSpan({ span }: Node, name: string): Span {
  return { start: span.start, end: span.start + name.length };
}

function spanOfName(node: AnyNode): Span | null {
  const { name } = node as { readonly name?: Ident | string };
  if (typeof name === "string") return node.span;
  return name?.span ?? null;
}

/** `json` of `std/json`, `money` of `./lib/money.std`. */
function lastOf(path: string): string {
  return path.replace(/^.*\//, "").replace(/\.std$/, "");
}
