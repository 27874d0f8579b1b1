// One body while it is being checked (a function, a global's or constant's initialiser): scopes,
// variables, what was found out so far. `finish` turns everything into solved facts.
import { notes } from "../../diagnostics/index.ts";
import { spend } from "../../limits/index.ts";
import type { Code, Extra, Label, Params } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Expr, GlobalItem, Ident, Let, LetPattern } from "../../syntax/index.ts";
import type { Context } from "../context.ts";
import type { BodyLocal } from "../declare/index.ts";
import { finishUse } from "./finish-use.ts";
import type { Use } from "../facts.ts";
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
  type Type,
  type VarType,
} from "../types/index.ts";

/** A lambda or a deferred expression while it is being checked. */
export interface Closure {
  readonly kind: "lambda" | "deferred";
  /** The first assignment to each variable of outside. */
  readonly assigned: Map<BodyLocal, Expr>;
}

export interface LoopFrame {
  readonly kind: "loop" | "while" | "for";
  readonly label: Ident | null;
  /** The common type of the operands of its `break`s. */
  readonly type: Type;
  readonly from: Label | null;
  broken: "never" | "plain" | "value";
}

/** What `return`, `?`, `break` and `continue` refer to. */
export interface Frame {
  readonly kind: "function" | "lambda" | "defer" | "initialiser" | "input";
  readonly result: Type;
  readonly resultFrom: Label | null;
  /** False for a function without written result. */
  readonly declaresResult?: boolean;
  /** Of a function: its symbol. */
  readonly function?: FunctionSymbol;
  readonly loops: LoopFrame[];
  /** Whether a `return` or `?` has been met. */
  returned: boolean;
}

/** A type that a place asks for, and why. */
export interface Expected {
  readonly type: Type;
  readonly from: Label | null;
  /** The value that a body ends with: without one it is "missing return value". */
  readonly result?: boolean;
  /** The next step, where it is more than converting the value. */
  readonly hint?: (actual: Type) => string | undefined;
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
  frame: Frame;
  readonly obligations: Obligation[] = [];
  /** Where which types were found to lack a trait. */
  readonly missing = new Set<string>();
  /** Questions that can be answered only when all types are known. */
  readonly finally: (() => void)[] = [];
  /** Patterns that bind a name which reads like a variant. */
  readonly variantLike = new Set<number>();
  /** Lambdas and deferred expressions around the place, outermost first. */
  readonly closures: Closure[] = [];
  /** Labels of the loops around, also of those outside of the lambda or deferred expression; and those that are named. */
  readonly labels: Ident[] = [];
  readonly usedLabels = new Set<Ident>();
  /** How many values did not fit their places. */
  mismatches = 0;
  /** The method around, for messages. */
  methodName: string | null = null;
  /** The method lacks `self`, and that has been reported. */
  selfReported = false;
  /** Derived code reports nothing of its own: a missing trait is D3 at the field. */
  readonly silent: boolean;
  /** The statements of a session's input: their variables are those of the session. */
  readonly isInput: boolean;
  readonly #rules: Infer;
  #scope: Scope = { outer: null, names: new Map() };
  readonly #nodes: number[] = [];
  readonly #used: number[] = [];
  readonly #coerced: number[] = [];
  readonly #locals: BodyLocal[] = [];
  readonly #copies = new Map<GlobalSymbol, BodyLocal>();
  readonly #globals: { readonly node: GlobalItem; type: Type }[] = [];
  readonly #variables: VarType[] = [];

  constructor(context: Context, rules: Infer, types: TypeScope, frame: Frame, silent = false) {
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

  /** The type of an expression, noted in the facts; `hint` is a type that would be welcome. */
  infer(node: Expr, hint: Type | null = null): Type {
    spend();
    return this.type(node, withoutSolvedVars(this.#rules.infer(this, node, hint)));
  }

  /** Checks that the value of an expression has the expected type; reports where it does not. */
  check(node: Expr, expected: Expected): void {
    this.#rules.check(this, node, expected);
  }

  // ---- what is found out

  type(node: { readonly id: number }, type: Type): Type {
    this.state.facts.types[node.id] = type;
    this.#nodes.push(node.id);
    return type;
  }

  use(node: { readonly id: number }, use: Use): void {
    this.state.facts.uses[node.id] = use;
    this.#used.push(node.id);
    if (!this.state.unit.standard) noteUse(this.state, use, this.frame.kind === "initialiser");
  }

  coerce(node: { readonly id: number }, target: DynType): void {
    this.state.facts.coercions.set(node.id, target);
    this.#coerced.push(node.id);
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

  /** In the block that is the function's body. */
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

  /** A variable of the session in a lambda or deferred expression of an input, which captures it. */
  #copied(name: string): BodyLocal | undefined {
    if (!this.isInput || this.closures.length === 0) return undefined;
    const { names, unit } = this.state;
    const entry = names.get(name) ?? unit.session?.get(name)?.entry;
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

  /** A variable of the file that an input of a session declares; its type is solved when the body is finished. */
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

  /** Solves what is open, reports what nothing decides, solves the facts. */
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
    for (const id of this.#used) {
      const use = facts.uses[id]!;
      facts.uses[id] = finishUse(use, (type) => this.solved(type));
    }
    for (const id of this.#coerced) facts.coercions.set(id, this.solved(facts.coercions.get(id)!) as DynType);
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

  /** Gives up on a type in which something is wrong, so that nothing follows from it. */
  poison(type: Type): void {
    mapType(type, (leaf) => {
      if (leaf.kind === "Var" && leaf.solution === null) leaf.solution = ERROR;
      return leaf;
    });
  }

  /** A type that must be known now: an element of a channel is Int then (reference/concurrency#concurrency). */
  known(type: Type): Type {
    const actual = prune(type);
    if (actual.kind === "Var" && actual.fallback === "int") {
      actual.solution = this.context.int;
      return this.context.int;
    }
    return actual;
  }
}
