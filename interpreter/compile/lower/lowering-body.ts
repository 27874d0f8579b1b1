// What the lowering of each kind of expression works with: the types, variables and captures of one function
// body. The dispatch over the kinds is in body.ts.
import type { Facts, LocalSymbol, Module, Substitution, Type, Use } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import type { CallSite, Capture, Expr, Instance, Stmt } from "../ir/index.ts";
import { BodyScope } from "./body-scope.ts";
import type { LocalDraft } from "./draft.ts";
import type { ProgramLowering } from "./program-lowering.ts";
import { isTraced, type Tracing } from "./tracing.ts";

/** The lowered inside of a closure. */
export interface Closure<T> {
  readonly inside: T;
  readonly captures: readonly Capture[];
  readonly hasDefer: boolean;
  /** Statements before the outermost closure, which read variables of a session. */
  readonly stmts: readonly Stmt[];
}

export abstract class LoweringBody {
  readonly program: ProgramLowering;
  readonly module: Module;
  readonly facts: Facts;
  readonly #substitution: Substitution;
  /** The name of the function, for traces. */
  readonly displayName: string;
  #scope = new BodyScope(null, null);
  /** Parts of spawned calls, evaluated before the closure that refers to them. */
  readonly #held = new Map<ast.Expr, Expr>();
  readonly #heldDefaults = new Map<ast.Node, ReadonlyMap<number, Expr>>();
  /**
   * For the outermost closure that is being lowered: statements before it that read variables of a session.
   */
  readonly #copies: Stmt[] = [];
  #closureAt = 0;
  /** The type of the function's result. */
  readonly result: Type;
  /** The type of expressions without a value at run time: Unit, and diverging code. */
  readonly unit: Type;
  /** What notes that its statements are reached; null if nothing does. */
  readonly tracing: Tracing | null;
  /** The call that this instance is a copy for, if any. */
  readonly site: CallSite | null;

  constructor(
    program: ProgramLowering,
    module: Module,
    { name, result, site, symbol }: Pick<Instance, "name" | "result" | "site" | "symbol">,
    substitution: Substitution,
  ) {
    this.program = program;
    this.module = module;
    this.facts = module.facts;
    this.#substitution = substitution;
    this.displayName = name;
    this.result = result;
    this.site = site;
    this.tracing = isTraced(module, symbol?.node ?? null) ? program.tracing : null;
    this.unit = program.types.actual({ kind: "Never" }, null);
  }

  get hasDefer(): boolean {
    return this.#scope.hasDefer;
  }

  /** The type of what `return` returns: the result of the function, or of the lambda around. */
  get returned(): Type {
    return this.#scope.result ?? this.result;
  }

  // ---- types

  actual(type: Type): Type {
    return this.program.types.actual(type, this.#substitution);
  }

  actuals(types: readonly Type[]): Type[] {
    return types.map((type) => this.actual(type));
  }

  /** The actual type of an expression before coercion, or of the value that a pattern matches. */
  typeOf(node: ast.Node): Type {
    const type = this.facts.types[node.id];
    return type === undefined ? this.unit : this.actual(type);
  }

  use(node: ast.Node): Use {
    const use = this.facts.uses[node.id];
    if (use === undefined) throw new Error(`nothing is known about the use at ${node.span.start}`);
    return use;
  }

  // ---- variables

  declare(symbol: LocalSymbol): LocalDraft {
    const local = this.program.newLocal(symbol.name, this.actual(symbol.type));
    this.#scope.set(symbol, local);
    return local;
  }

  /** The alternatives of a pattern bind one variable under several symbols. */
  alias(symbol: LocalSymbol, local: LocalDraft): void {
    this.#scope.set(symbol, local);
  }

  /** A variable that has no name in the source. */
  temporary(type: Type): LocalDraft {
    return this.program.newLocal("", type);
  }

  /** The variable of a symbol; the lambdas between its declaration and this point capture it. */
  local(symbol: LocalSymbol): LocalDraft {
    return this.#scope.get(
      symbol,
      (outer) => this.program.newLocal(symbol.name, outer.type),
      () => this.#copied(symbol),
    );
  }

  /** Captures a variable of a session in a closure of an input: a statement before the closure reads it. */
  #copied({ name, copyOf }: LocalSymbol): LocalDraft {
    if (copyOf === undefined) throw new Error(`${name} is used before its declaration`);
    const global = this.program.global(copyOf);
    const local = this.program.newLocal(name, global.type);
    const at = this.#closureAt;
    this.#copies.push({
      kind: "Let",
      local,
      value: { kind: "Global", global, type: global.type, at },
    });
    return local;
  }

  declared(node: ast.Node): LocalDraft {
    const symbol = this.facts.locals[node.id];
    if (symbol === undefined) throw new Error(`no variable is declared at ${node.span.start}`);
    return this.declare(symbol);
  }

  // ---- expressions

  /** An expression with its conversion and coercion, if it has one. */
  abstract expr(node: ast.Expr): Expr;

  /** Evaluates a part before the expression that it belongs to: the expression then reads the variable. */
  hold(node: ast.Expr, value: Expr): { readonly stmt: Stmt; readonly read: Expr } {
    const local = this.temporary(value.type);
    const read: Expr = { kind: "Local", local, type: local.type };
    this.#held.set(node, read);
    return { stmt: { kind: "Let", local, value }, read };
  }

  /** Uses `read` wherever `node` is lowered, until `release`. */
  replace(node: ast.Expr, read: Expr): void {
    this.#held.set(node, read);
  }

  /** What `hold` or `replace` has put in place of an expression. */
  held(node: ast.Expr): Expr | undefined {
    return this.#held.get(node);
  }

  release(nodes: Iterable<ast.Expr>): void {
    for (const node of nodes) this.#held.delete(node);
  }

  instanceOf(
    callee: {
      function: Parameters<ProgramLowering["instance"]>[0];
      typeArgs: readonly Type[];
      self: Type | null;
    },
    site: CallSite | null = null,
  ) {
    const self = callee.self === null ? null : this.actual(callee.self);
    return this.program.instance(callee.function, this.actuals(callee.typeArgs), self, site);
  }

  /** The variable of a default value that the caller of a spawned call has evaluated. */
  heldDefault(call: ast.Node, param: number): Expr | undefined {
    return this.#heldDefaults.get(call)?.get(param);
  }

  holdDefaults(call: ast.Node, values: ReadonlyMap<number, Expr>): void {
    this.#heldDefaults.set(call, values);
  }

  releaseDefaults(call: ast.Node): void {
    this.#heldDefaults.delete(call);
  }

  // ---- closures

  /** From now on, the innermost function or lambda has deferred calls. */
  defers(): void {
    this.#scope.hasDefer = true;
  }

  /** Lowers the inside of a closure at `start` with `lower`: it captures the outer variables that it reads. */
  closure<T>(start: number, result: Type, lower: () => T): Closure<T> {
    const outer = this.#scope;
    if (outer.isOutermost) this.#closureAt = start;
    const scope = new BodyScope(outer, result);
    this.#scope = scope;
    const inside = lower();
    this.#scope = outer;
    const stmts = outer.isOutermost ? this.#copies.splice(0) : [];
    return { inside, captures: scope.captures, hasDefer: scope.hasDefer, stmts };
  }
}
