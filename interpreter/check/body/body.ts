// The state of a body during its check (of a function, or of the initialiser of a global or constant):
// scopes, variables and facts. `finish` solves all types in the facts.
import { get } from "../../own/index.ts";
import { notes } from "../../diagnostics/index.ts";
import { spend } from "../../limits/index.ts";
import type { Code, Extra, Label, Params } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Expr, GlobalItem, Ident, Let, LetPattern } from "../../syntax/index.ts";
import { currentRecord } from "../asked/index.ts";
import type { Context } from "../context.ts";
import type { BodyLocal } from "../declare/index.ts";
import { isCall } from "./callees.ts";
import { comparingOf, type CalledAt } from "./comparing.ts";
import { finishUse } from "./finish-use.ts";
import { noteGrowing, noteVast } from "./growing.ts";
import type { Conversion, Use } from "../types/index.ts";
import type { Infer } from "./infer.ts";
import { noteUse, type ModuleState, type TypeScope } from "../names/index.ts";
import { solveObligations, type Obligation } from "./obligations.ts";
import {
  ERROR,
  mapType,
  prune,
  withoutSolvedVars,
  Unifier,
  type DynType,
  type Fallback,
  type FunctionSymbol,
  type GlobalSymbol,
  type ParamType,
  type Type,
  type VarType,
} from "../types/index.ts";

/** A node with a meaning; a use is reported at its name, if it has one. */
interface Used {
  readonly id: number;
  readonly span: Span;
  readonly name?: string | { readonly span: Span };
}

/** A lambda or a deferred expression during its check. */
export interface Closure {
  readonly kind: "lambda" | "deferred";
  /** The first assignment to each captured variable. */
  readonly assigned: Map<BodyLocal, Expr>;
}

export interface LoopFrame {
  readonly kind: "loop" | "while" | "for";
  readonly label: Ident | null;
  /** The common type of the values of its `break`s. */
  readonly type: Type;
  readonly from: Label | null;
  broken: "never" | "plain" | "value";
}

/** The targets of `return`, `?`, `break` and `continue`. */
export interface EnclosingFunction {
  readonly kind: "function" | "lambda" | "defer" | "initialiser" | "input";
  readonly result: Type;
  readonly resultFrom: Label | null;
  /** False for a function without a written result type. */
  readonly declaresResult?: boolean;
  /** The symbol of a function. */
  readonly function?: FunctionSymbol;
  readonly loops: LoopFrame[];
  /** Whether it contains a `return` or `?`. */
  returned: boolean;
  /** Whether it contains a `?`. */
  tried?: boolean;
  /** The names beside a default value, which it does not see. */
  readonly unseen?: ReadonlySet<string>;
  /** The value and the `return`s of a lambda that declares no result. */
  readonly results?: Parts;
}

/** An expected type, and its reason. */
export interface Expected {
  readonly type: Type;
  readonly from: Label | null;
  /** Whether it is the value of a body: without one, the error is "missing return value". */
  readonly result?: boolean;
  /** A hint other than a conversion of the value. */
  readonly hint?: (actual: Type) => string | undefined;
  readonly parts?: Parts;
  /** A literal with parts of different types becomes JSON; whether this literal alone decides the type. */
  readonly asJson?: "alone" | "shared";
  /** It is a part of a literal of JSON, or of a list of parameters of SQL, and its value is converted. */
  readonly isPart?: boolean;
}

/**
 * Parts that must have one type, such as the arms of a `match` or the elements of a list: all parts of the
 * same other type are one mistake.
 */
export interface Parts {
  readonly span: Span;
  /** Whether a part has another type: then any of them may be wrong. */
  disagree: boolean;
}

/** The expected type for each part of a construct; within parts of another construct, that for its parts. */
export function forParts(expected: Expected, span: Span): Expected & { readonly parts: Parts } {
  return { ...expected, parts: get(expected, "parts") ?? { span, disagree: false } };
}

interface Scope {
  readonly outer: Scope | null;
  readonly names: Map<string, BodyLocal>;
}

export class Body {
  readonly context: Context;
  readonly state: ModuleState;
  readonly types: TypeScope;
  readonly unifier = new Unifier();
  frame: EnclosingFunction;
  readonly obligations: Obligation[] = [];
  /** The locations and types of missing traits found so far. */
  readonly missing = new Set<string>();
  /** Checks that require all types. */
  readonly finally: (() => void)[] = [];
  /** The ids of patterns that bind a name which looks like a variant. */
  readonly variantLike = new Set<number>();
  /** The enclosing lambdas and deferred expressions, outermost first. */
  readonly closures: Closure[] = [];
  /** The labels of the enclosing loops, also of those outside the lambda or deferred expression. */
  readonly labels: Ident[] = [];
  readonly usedLabels = new Set<Ident>();
  /** The number of mismatched types so far. */
  mismatches = 0;
  /** The name of the enclosing method, for messages. */
  methodName: string | null = null;
  /** Whether a missing `self` of the method has been reported. */
  selfReported = false;
  /** Whether errors are not reported, as in derived code: a missing trait is D3 at the field. */
  readonly silent: boolean;
  /** Whether it is the statements of an input of a session, whose variables belong to the session. */
  readonly isInput: boolean;
  readonly #rules: Infer;
  #scope: Scope = { outer: null, names: new Map() };
  readonly #nodes: number[] = [];
  readonly #used: Used[] = [];
  readonly #compared: (readonly [ParamType, Span])[] = [];
  readonly #coerced: number[] = [];
  readonly #converted: number[] = [];
  readonly #locals: BodyLocal[] = [];
  readonly #copies = new Map<GlobalSymbol, BodyLocal>();
  readonly #globals: { readonly node: GlobalItem; type: Type }[] = [];
  readonly #variables: VarType[] = [];

  constructor(context: Context, rules: Infer, types: TypeScope, frame: EnclosingFunction, silent = false) {
    this.context = context;
    this.#rules = rules;
    this.state = types.state;
    this.types = types;
    this.frame = frame;
    this.isInput = frame.kind === "input";
    this.silent = silent;
  }

  report<C extends Code>(code: C, span: Span, params: Params<C>, extra?: Extra): void {
    if (!this.silent) this.context.report(code, this.state, span, params, extra);
  }

  warn<C extends Code>(code: C, span: Span, params: Params<C>, extra?: Extra): void {
    if (!this.silent) this.context.warn(code, this.state, span, params, extra);
  }

  label(span: Span, text: string): Label {
    return { source: this.state.unit.source, span, text };
  }

  // ---- parts

  /** Infers the type of an expression, and records it in the facts; `hint` is a preferred type. */
  infer(node: Expr, hint: Type | null = null): Type {
    spend();
    this.state.touched.at = node.span;
    return this.type(node, withoutSolvedVars(this.#rules.infer(this, node, hint)));
  }

  /** Checks that the value of an expression has the expected type, and reports a mismatch. */
  check(node: Expr, expected: Expected): void {
    this.#rules.check(this, node, expected);
  }

  // ---- facts

  type(node: { readonly id: number }, type: Type): Type {
    this.state.facts.types[node.id] = type;
    this.#nodes.push(node.id);
    return type;
  }

  use(node: Used, use: Use): void {
    this.state.facts.uses[node.id] = use;
    this.#used.push(node);
    if (!this.state.unit.standard) {
      this.state.touched.at = typeof node.name === "object" ? node.name.span : node.span;
      noteUse(this.state, use, this.frame.kind === "initialiser");
    }
  }

  /** Notes that `==` compares values of a type parameter without `Eq`. */
  compare(param: ParamType, span: Span): void {
    this.#compared.push([param, span]);
  }

  coerce(node: { readonly id: number }, target: DynType): void {
    this.state.facts.coercions.set(node.id, target);
    this.#coerced.push(node.id);
  }

  /** The value of a node is converted by a function. */
  convert(node: { readonly id: number }, converter: Conversion): void {
    this.state.facts.conversions.set(node.id, converter);
    this.#converted.push(node.id);
  }

  isConverted(node: { readonly id: number }): boolean {
    return this.state.facts.conversions.has(node.id);
  }

  fresh(span: Span, what: string, fallback: Fallback | null = null, hint?: string): VarType {
    const variable: VarType = {
      kind: "Var",
      id: this.#variables.length,
      solution: null,
      fallback,
      origin: { span, what, ...(hint !== undefined && { hint }) },
    };
    this.#variables.push(variable);
    return variable;
  }

  // ---- scopes

  scoped<T>(inside: () => T): T {
    const outer = this.#scope;
    this.#scope = { outer, names: new Map() };
    try {
      return inside();
    } finally {
      this.#scope = outer;
    }
  }

  /** Whether the current scope is that of the block of the function. */
  get isOutermost(): boolean {
    return this.#scope.outer !== null && this.#scope.outer.outer === null;
  }

  local(name: string): BodyLocal | undefined {
    for (let scope: Scope | null = this.#scope; scope !== null; scope = scope.outer) {
      const found = scope.names.get(name);
      if (found !== undefined) return found;
    }
    return this.#copied(name);
  }

  /** The copy of a variable of the session that a lambda or deferred expression of an input captures. */
  #copied(name: string): BodyLocal | undefined {
    if (!this.isInput || this.closures.length === 0) return undefined;
    const { names, unit } = this.state;
    const entry = names.get(name) ?? get(unit, "session")?.get(name)?.entry;
    if (entry?.kind !== "Global" || entry.global.constant !== false) return undefined;
    const known = this.#copies.get(entry.global);
    if (known !== undefined) return known;
    this.context.names.lookup(this.state, name);
    const { global } = entry;
    const copy: BodyLocal = {
      kind: "Local",
      name,
      type: global.type,
      constant: false,
      span: global.node.name.span,
      used: true,
      copyOf: global,
    };
    this.#locals.push(copy);
    this.#copies.set(global, copy);
    return copy;
  }

  *localNames(): Iterable<string> {
    for (let scope: Scope | null = this.#scope; scope !== null; scope = scope.outer)
      yield* scope.names.keys();
  }

  newLocal(name: string, type: Type, span: Span, constant = false): BodyLocal {
    const depth = this.closures.length;
    const local: BodyLocal = {
      kind: "Local",
      name,
      type,
      constant,
      span,
      used: false,
      ...(depth > 0 && { depth }),
    };
    this.#locals.push(local);
    return local;
  }

  /** Declares a variable of an input of a session; its type is solved when the body is finished. */
  declareGlobal(name: Ident, type: Type, node: Let | LetPattern): GlobalSymbol {
    const { module, names } = this.state;
    const again = this.#globals.filter((global) => global.node.name.name === name.name).length;
    const item: GlobalItem = {
      kind: "GlobalItem",
      id: node.id,
      span: node.span,
      name,
      type: null,
      value: null,
    };
    const global = {
      kind: "Global" as const,
      name: again === 0 ? name.name : `${name.name}#${again}`,
      module,
      node: item,
      constant: node.constant,
      type,
    };
    this.#globals.push(global);
    names.set(name.name, { kind: "Global", global });
    return global;
  }

  declare(local: BodyLocal): void {
    if (local.name !== "_") this.#scope.names.set(local.name, local);
  }

  // ---- the end

  /** Solves open bounds, reports undetermined types, and solves the types in the facts. */
  finish(): void {
    solveObligations(this, false);
    for (const variable of this.#variables) {
      if (variable.solution === null && variable.fallback === "int") variable.solution = this.context.int;
    }
    solveObligations(this, false);
    this.#applyFallbacks();
    solveObligations(this, true);
    for (const question of this.finally) question();
    const { facts } = this.state;
    for (const id of this.#nodes) facts.types[id] = this.solved(facts.types[id]!);
    for (const local of this.#locals) local.type = this.solved(local.type);
    for (const global of this.#globals) global.type = this.solved(global.type);
    for (const { id } of this.#used) {
      const use = facts.uses[id]!;
      facts.uses[id] = finishUse(use, (type) => this.solved(type));
    }
    this.#noteComparing();
    this.#warnDeprecated();
    const record = currentRecord();
    if (record !== null) {
      const uses = this.#used.map(({ id }) => facts.uses[id]!);
      if (this.types.params.size === 0) noteVast(record, uses);
      else {
        const types = this.#nodes.map((id) => facts.types[id]!);
        noteGrowing(record, types, uses);
      }
    }
    for (const id of this.#converted) {
      const callee = facts.conversions.get(id)!;
      facts.conversions.set(id, {
        ...callee,
        typeArgs: callee.typeArgs.map((type) => this.solved(type)),
        ...(callee.defaults !== undefined && {
          defaults: callee.defaults.map((each) => ({
            ...each,
            typeArgs: each.typeArgs.map((type) => this.solved(type)),
          })),
        }),
      });
    }
    for (const id of this.#coerced) facts.coercions.set(id, this.solved(facts.coercions.get(id)!) as DynType);
  }

  #noteComparing(): void {
    const { facts, comparing, unit } = this.state;
    if (unit.standard && unit.host !== true) return;
    const fn = get(this.frame, "function") ?? null;
    const calls: CalledAt[] = [];
    for (const { id, name, span } of this.#used) {
      const use = facts.uses[id]!;
      if (isCall(use)) calls.push({ use, span: typeof name === "object" ? name.span : span });
    }
    const found = comparingOf(this.context, fn, this.#compared, calls);
    if (found !== null) comparing.push([fn, found]);
  }

  #warnDeprecated(): void {
    if (this.state.unit.standard) return;
    for (const { id, name, span } of this.#used) {
      const use = this.state.facts.uses[id]!;
      if (use.kind !== "Call" && use.kind !== "Function") continue;
      const { name: old, module, deprecated } = use.callee.function;
      if (!module.standard || deprecated === null) continue;
      const place = typeof name === "object" ? name.span : span;
      this.warn("W19", place, { name: old }, { hint: notes.useInstead(deprecated) });
    }
  }

  solved(type: Type): Type {
    return mapType(type, (leaf) => (leaf.kind === "Var" ? ERROR : leaf));
  }

  #applyFallbacks(): void {
    const reported = new Set<string>();
    for (const variable of this.#variables) {
      if (variable.solution !== null) continue;
      if (variable.fallback === null) {
        const { span, what, hint } = variable.origin;
        const place = `${span.start} ${span.end}`;
        if (!reported.has(place))
          this.report(
            "T8",
            span,
            { what },
            { label: notes.nothingHereDecidesThisType, ...(hint !== undefined && { hint }) },
          );
        reported.add(place);
      }
      variable.solution = variable.fallback === null ? ERROR : this.context.unit;
    }
  }

  /**
   * Replaces the unknowns of a type with an error with the error type, so that they cause no further errors.
   */
  poison(type: Type): void {
    mapType(type, (leaf) => {
      if (leaf.kind === "Var" && leaf.solution === null) leaf.solution = ERROR;
      return leaf;
    });
  }

  /**
   * A type that must be known now; the undetermined element of a channel becomes Int
   * (reference/concurrency#concurrency).
   */
  known(type: Type): Type {
    const actual = prune(type);
    if (actual.kind === "Var" && actual.fallback === "int") {
      actual.solution = this.context.int;
      return this.context.int;
    }
    return actual;
  }
}
