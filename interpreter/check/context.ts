// The shared state of a run of the checker: names, impls, diagnostics, the built-in symbols.
import { get, has } from "../own/index.ts";
import { currentRecord, doubt, recording } from "./asked/index.ts";
import { codes, Reporter, type Code, type Extra, type Params, type Rule } from "../diagnostics/index.ts";
import type { Source, Span } from "../source/index.ts";
import { ImplTable } from "./impls/index.ts";
import { declarePrimitives, Names, type StandardNames, type ModuleState } from "./names/index.ts";
import {
  named,
  type ConstSymbol,
  type CoreEnums,
  type FunctionSymbol,
  type ImplSymbol,
  type NamedType,
  type ParamType,
  type Prelude,
  type PrimitiveSymbol,
  type StructSymbol,
  type Type,
} from "./types/index.ts";
import { std } from "./standard/index.ts";

const SUGGESTIONS = 100;

/** Names that unparsed parts may declare. A report that is left out because of one is no result to keep. */
class LostNames extends Set<string> {
  override has(name: string): boolean {
    const found = super.has(name);
    if (found) doubt();
    return found;
  }
}

export class Context {
  readonly diagnostics = new Reporter();
  readonly names = new Names();
  readonly impls = new ImplTable();
  readonly primitives: Readonly<Record<PrimitiveSymbol["name"], PrimitiveSymbol>>;
  readonly int: NamedType;
  readonly float: NamedType;
  readonly bool: NamedType;
  readonly char: NamedType;
  readonly string: NamedType;
  readonly unit: NamedType;
  readonly any: NamedType;
  /** Set when std/core is declared. */
  prelude!: Prelude;
  enums!: CoreEnums;
  /** Types for which a missing bound of a generic type was reported (impls/bounds.ts). */
  readonly impliedMissing = new Set<string>();
  /** Numbers for the type parameters that lack a bound, so that each bound is reported once. */
  readonly paramNumbers = new Map<ParamType, number>();
  /** The names of items and members that the unparsed parts of a file may declare. */
  lost = new LostNames([]);
  /** Functions without result type that return a value: the type of their calls is unknown. */
  readonly misdeclared = new Set<FunctionSymbol>();
  /** The number of further unknown names that are compared with all known names. */
  suggestions = SUGGESTIONS;
  /** The impls that overlap no earlier one. */
  readonly separateImpls = new Set<ImplSymbol>();
  /** The constants that are being folded: one that is requested again depends on itself. */
  readonly folding = new Set<ConstSymbol>();
  /** The constant at which a cycle was found, until it has been reported. */
  cyclic: ConstSymbol | null = null;
  readonly warnings: boolean | readonly Code[];
  /** Whether unknown names are compared with known ones. */
  hints = true;
  /** The names that could be imported. */
  readonly standard: StandardNames;
  /** Checks that wait until all impls are known. */
  #later: (() => void)[] | null = null;

  constructor(warnings: boolean | readonly Code[], standard: StandardNames) {
    this.warnings = warnings;
    this.standard = standard;
    this.primitives = declarePrimitives(this.names.builtin);
    this.int = named(this.primitives.Int);
    this.float = named(this.primitives.Float);
    this.bool = named(this.primitives.Bool);
    this.char = named(this.primitives.Char);
    this.string = named(this.primitives.String);
    this.unit = named(this.primitives.Unit);
    this.any = named(this.primitives.Any);
  }

  /** The type of a literal of one token. */
  literal(kind: "IntLit" | "FloatLit" | "BoolLit" | "CharLit" | "StringLit"): NamedType {
    switch (kind) {
      case "IntLit":
        return this.int;
      case "FloatLit":
        return this.float;
      case "BoolLit":
        return this.bool;
      case "CharLit":
        return this.char;
      case "StringLit":
        return this.string;
    }
  }

  list(element: Type): NamedType {
    return named(this.primitives.List, [element]);
  }

  option(payload: Type): NamedType {
    return named(this.enums.option, [payload]);
  }

  result(ok: Type, err: Type): NamedType {
    return named(this.enums.result, [ok, err]);
  }

  /** The type of a tuple of 2 to 8 parts. */
  tuple(parts: readonly Type[]): NamedType {
    return named(this.enums.tuples[parts.length - 2]!, parts);
  }

  /** `Map` or `Set` of std/collections, if it is loaded. */
  collection(name: "Map" | "Set"): StructSymbol | null {
    const entry = this.names.item(std.collections[name]);
    return entry?.kind === "Type" && entry.symbol.kind === "Struct" ? entry.symbol : null;
  }

  /** Runs a check when all impls are known. */
  whenComplete(check: () => void): void {
    if (this.#later === null) check();
    else {
      const asked = currentRecord();
      this.#later.push(asked === null ? check : () => recording(asked, check));
    }
  }

  /** Called before further units are declared. */
  begin(lost: ReadonlySet<string>): void {
    this.#later = [];
    this.suggestions = SUGGESTIONS;
    this.lost = new LostNames(lost);
  }

  /** Adds members that are missing because of an error in their declaration. */
  addLost(names: readonly string[]): void {
    this.lost = new LostNames([...this.lost, ...names]);
  }

  /** Lets checks wait until the returned function is called; they do already while units are declared. */
  hold(): () => void {
    if (this.#later !== null) return () => {};
    this.#later = [];
    return () => this.complete();
  }

  complete(): void {
    const later = this.#later ?? [];
    this.#later = null;
    for (const check of later) check();
  }

  report<C extends Code>(
    code: C,
    place: Pick<ModuleState, "unit"> | Source,
    span: Span,
    params: Params<C>,
    extra?: Extra,
  ): void {
    if (code === "T2" && this.lost.has((params as Params<"T2">).name))
      return this.drop("lost", code, place, span, params);
    // A result with an error is not kept: its text depends on more than the questions.
    if (codes[code].severity === "error") doubt();
    this.diagnostics.report(code, has(place, "unit") ? place.unit.source : place, span, params, extra);
  }

  warn<C extends Code>(
    code: C,
    state: Pick<ModuleState, "unit">,
    span: Span,
    params: Params<C>,
    extra?: Extra,
  ): void {
    // The unparsed parts of a file with syntax errors may use the rest.
    const wanted = typeof this.warnings === "boolean" ? this.warnings : this.warnings.includes(code);
    if (!wanted || state.unit.standard) return;
    if (get(state.unit, "lost") === undefined) this.report(code, state, span, params, extra);
    else this.drop("unread", code, state, span, params);
  }

  /** Records that a diagnostic is not shown. */
  drop<C extends Code>(
    rule: Rule,
    code: C,
    place: Pick<ModuleState, "unit"> | Source,
    span: Span,
    params: Params<C>,
  ): void {
    this.diagnostics.drop(rule, code, has(place, "unit") ? place.unit.source : place, span, params);
  }
}
