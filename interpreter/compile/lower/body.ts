// Lowers one function body: its variables, actual types, and the dispatch over the kinds of expressions. The
// individual kinds are in the files beside this one.
import { spend } from "../../limits/index.ts";
import type { Facts, LocalSymbol, Module, Substitution, Type, Use } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import {
  isPrimitive,
  isUnit,
  type Capture,
  type CallSite,
  type ConstValue,
  type Expr,
  type LambdaCode,
  type Stmt,
  type Instance,
} from "../ir/index.ts";
import { lowerIf } from "./branches.ts";
import { lowerCall, lowerMethodCall, lowerVariant } from "./calls.ts";
import type { LocalDraft } from "./draft.ts";
import { Frame } from "./frame.ts";
import { lowerIndex, lowerSlice } from "./elements.ts";
import { lowerParamPattern } from "./let-patterns.ts";
import { lowerFor, lowerWhile } from "./loops.ts";
import { lowerBinary, lowerUnary } from "./operators.ts";
import { lowerMatch } from "./patterns.ts";
import type { ProgramLowering } from "./program-lowering.ts";
import { discarded, lowerBlock } from "./statements.ts";
import { lowerSpawn } from "./spawn.ts";
import { lowerStruct } from "./structs.ts";
import { lowerText } from "./text.ts";
import { isTraced, reachedExpr, type Tracing } from "./tracing.ts";
import { lowerTry } from "./try.ts";

export class Body {
  readonly program: ProgramLowering;
  readonly module: Module;
  readonly facts: Facts;
  readonly #substitution: Substitution;
  readonly #displayName: string;
  #frame = new Frame(null, null);
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
    this.#displayName = name;
    this.result = result;
    this.site = site;
    this.tracing = isTraced(module, symbol?.node ?? null) ? program.tracing : null;
    this.unit = program.types.actual({ kind: "Never" }, null);
  }

  get hasDefer(): boolean {
    return this.#frame.hasDefer;
  }

  /** The type of what `return` returns: the result of the function, or of the lambda around. */
  get returned(): Type {
    return this.#frame.result ?? this.result;
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
    this.#frame.set(symbol, local);
    return local;
  }

  /** The alternatives of a pattern bind one variable under several symbols. */
  alias(symbol: LocalSymbol, local: LocalDraft): void {
    this.#frame.set(symbol, local);
  }

  /** A variable that has no name in the source. */
  temporary(type: Type): LocalDraft {
    return this.program.newLocal("", type);
  }

  /** The variable of a symbol; the lambdas between its declaration and this point capture it. */
  local(symbol: LocalSymbol): LocalDraft {
    return this.#frame.get(
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

  /** Evaluates a part before the expression that it belongs to: the expression then reads the variable. */
  hold(node: ast.Expr, value: Expr): { readonly stmt: Stmt; readonly read: Expr } {
    const local = this.temporary(value.type);
    const read: Expr = { kind: "Local", local, type: local.type };
    this.#held.set(node, read);
    return { stmt: { kind: "Let", local, value }, read };
  }

  isHeld(node: ast.Expr): boolean {
    return this.#held.has(node);
  }

  release(nodes: Iterable<ast.Expr>): void {
    for (const node of nodes) this.#held.delete(node);
  }

  /** An expression with its coercion, if it has one. */
  expr(node: ast.Expr): Expr {
    const held = this.#held.get(node);
    if (held !== undefined) return held;
    spend();
    const value = this.#converted(node);
    const target = this.facts.coercions.get(node.id);
    if (target === undefined || value.type.kind === "Never") return value;
    const type = this.actual(target);
    if (type.kind !== "Dyn" || value.type.kind === "Dyn") return value;
    return {
      kind: "Dyn",
      value,
      vtable: this.program.vtable(type.trait.trait, type.trait.args, value.type),
      type,
    };
  }

  /** An expression with the call that converts it, if there is one. */
  #converted(node: ast.Expr): Expr {
    const value = this.#plain(node);
    const converter = this.facts.conversions.get(node.id);
    if (converter === undefined || value.type.kind === "Never") return value;
    const instance = this.instanceOf(converter);
    const at = node.span.start;
    if (converter.text === undefined)
      return { kind: "Call", instance, args: [value], type: instance.result, at };
    const about = this.program.program.prelude.string;
    const text: Expr = { kind: "Const", of: "String", value: converter.text, type: this.actual(about) };
    const usual = (converter.defaults ?? []).map((callee, i): Expr => {
      const type = this.actual({ kind: "Fun", params: [], result: converter.typeArgs[i]! });
      return { kind: "FunctionValue", instance: this.instanceOf(callee), type, at };
    });
    return { kind: "Call", instance, args: [value, text, ...usual], type: instance.result, at };
  }

  #plain(node: ast.Expr): Expr {
    const type = this.typeOf(node);
    switch (node.kind) {
      case "IntLit":
        return { kind: "Const", of: "Int", value: node.value, type };
      case "FloatLit":
        return { kind: "Const", of: "Float", value: node.value, type };
      case "BoolLit":
        return { kind: "Const", of: "Bool", value: node.value, type };
      case "StringLit":
        return { kind: "Const", of: "String", value: node.value, type };
      case "CharLit":
        return { kind: "Const", of: "Char", value: node.value, type };
      case "Interpolation":
        return lowerText(this, node, type);
      case "Name":
      case "SelfValue":
        return this.#name(node, type);
      case "Paren":
        return this.expr(node.inner);
      case "TupleLit":
        return {
          kind: "NewStruct",
          struct: this.program.struct(type),
          fields: node.parts.map((part) => this.expr(part)),
          type,
        };
      case "ListLit":
        return { kind: "List", elements: node.elements.map((element) => this.expr(element)), type };
      case "MapLit":
        return this.#collection(
          node,
          type,
          node.entries.map((entry) => [entry.key, entry.value]),
        );
      case "SetLit":
        return this.#collection(
          node,
          type,
          node.elements.map((element) => [element]),
        );
      case "StructLit":
        return lowerStruct(this, node, type);
      case "Block":
        return lowerBlock(this, node, type);
      case "If":
        return lowerIf(this, node, type);
      case "Match":
        return lowerMatch(this, node, type);
      case "Loop":
      case "While":
        return lowerWhile(this, node, type);
      case "For":
        return lowerFor(this, node, this.unit);
      case "Lambda":
        return this.#lambda(node, type);
      case "Call":
        return lowerCall(this, node, type);
      case "MethodCall":
        return lowerMethodCall(this, node, type);
      case "FieldAccess":
        return this.#field(node, type);
      case "Index":
        return lowerIndex(this, node, type);
      case "Slice":
        return lowerSlice(this, node, type);
      case "Spawn":
        return lowerSpawn(this, node);
      case "Try":
        return lowerTry(this, node, type);
      case "Unary":
        return lowerUnary(this, node, type);
      case "Binary":
        return lowerBinary(this, node, type);
      case "LetTest":
      case "Range":
      case "MacroCall":
      case "BrokenExpr":
        throw new Error(`${node.kind} has no value`);
    }
  }

  #name(node: ast.Name | ast.SelfValue, type: Type): Expr {
    const use = this.use(node);
    return this.#reference(use, node, type);
  }

  /** The entity that a name or an `alias.name` refers to. */
  #reference(use: Use, node: ast.Expr, type: Type): Expr {
    switch (use.kind) {
      case "Local": {
        const local = this.local(use.local);
        return { kind: "Local", local, type: local.type };
      }
      case "Global":
        return { kind: "Global", global: this.program.global(use.global), type, at: node.span.start };
      case "Const":
        return constant(use.constant.value, type);
      case "Function": {
        const instance = this.instanceOf(use.callee);
        return { kind: "FunctionValue", instance, type, at: node.span.start };
      }
      case "Variant":
        return lowerVariant(this, use, []);
      default:
        throw new Error(`a ${use.kind} is no value`);
    }
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

  #collection(node: ast.MapLit | ast.SetLit, type: Type, rows: readonly (readonly ast.Expr[])[]): Expr {
    const use = this.use(node);
    if (use.kind !== "Collection") throw new Error("a literal without its type's methods");
    const at = node.span.start;
    const made = this.temporary(type);
    const create = this.instanceOf(use.create);
    const stmts: Stmt[] = [
      { kind: "Let", local: made, value: { kind: "Call", instance: create, args: [], type, at } },
    ];
    const collection: Expr = { kind: "Local", local: made, type };
    const add = this.instanceOf(use.add);
    for (const row of rows) {
      const args = [collection, ...row.map((part) => this.expr(part))];
      stmts.push({
        kind: "Do",
        value: { kind: "Call", instance: add, args, type: add.result, at: row[0]!.span.start },
      });
    }
    return { kind: "Block", stmts, value: collection, type };
  }

  #field(node: ast.FieldAccess, type: Type): Expr {
    const use = this.use(node);
    if (use.kind !== "Field") return this.#reference(use, node, type);
    const object = this.expr(node.receiver);
    return { kind: "Field", object, struct: this.program.struct(object.type), index: use.index, type };
  }

  #lambda(node: ast.Lambda, type: Type): Expr {
    const result = type.kind === "Fun" ? type.result : this.unit;
    const { stmts, lambda } = this.#closure(node, node.params, node.body, result);
    const value: Expr = { kind: "Lambda", lambda, type };
    return stmts.length === 0 ? value : { kind: "Block", stmts, value, type };
  }

  /** The statement for `defer`, which runs `body` at the end of the function. */
  deferred(body: ast.Expr): Stmt {
    this.#frame.hasDefer = true;
    const { stmts, lambda } = this.#closure(body, [], body, this.unit);
    const defer: Stmt = { kind: "Defer", lambda };
    if (stmts.length === 0) return defer;
    return { kind: "Do", value: { kind: "Block", stmts: [...stmts, defer], value: null, type: this.unit } };
  }

  /** A call as a closure; the statements evaluate its parts before. */
  /** The variable of a default value that the caller of a spawned call has evaluated. */
  heldDefault(call: ast.Node, param: number): Expr | undefined {
    return this.#heldDefaults.get(call)?.get(param);
  }

  spawned(
    call: ast.Expr,
    parts: readonly ast.Expr[],
    defaults: ReadonlyMap<number, Expr>,
  ): { readonly stmts: Stmt[]; readonly lambda: LambdaCode } {
    const stmts: Stmt[] = [];
    const captures: Capture[] = [];
    const hold = (value: Expr): Expr => {
      const outer = this.temporary(value.type);
      const inner = this.temporary(value.type);
      stmts.push({ kind: "Let", local: outer, value });
      captures.push({ outer, inner });
      return { kind: "Local", local: inner, type: inner.type };
    };
    for (const part of parts) this.#held.set(part, hold(this.expr(part)));
    const held = new Map([...defaults].map(([param, value]) => [param, hold(value)]));
    this.#heldDefaults.set(call, held);
    const { stmts: copies, lambda } = this.#closure(call, [], call, this.unit);
    for (const part of parts) this.#held.delete(part);
    this.#heldDefaults.delete(call);
    return {
      stmts: [...stmts, ...copies],
      lambda: { ...lambda, captures: [...captures, ...lambda.captures] },
    };
  }

  /** A lambda, or the closure of a `defer`; it captures by value (reference/functions#closures). */
  #closure(
    { span }: ast.Expr,
    params: readonly ast.Param[],
    body: ast.Body | ast.Expr,
    result: Type,
  ): { readonly stmts: Stmt[]; readonly lambda: LambdaCode } {
    const outer = this.#frame;
    if (outer.isOutermost) this.#closureAt = span.start;
    const frame = new Frame(outer, result);
    this.#frame = frame;
    const locals = params.map((param) => this.declared(param));
    const taken = params.flatMap((param, i) =>
      param.pattern === null ? [] : [lowerParamPattern(this, param.pattern, locals[i]!)],
    );
    const value = body.kind === "ExprBody" ? reachedExpr(this, body.value) : this.expr(body);
    const expr: Expr = taken.length === 0 ? value : { kind: "Block", stmts: taken, value, type: value.type };
    this.#frame = outer;
    const stmts = outer.isOutermost ? this.#copies.splice(0) : [];
    const lambda: LambdaCode = {
      id: this.program.newLambdaId(),
      name: `${this.#displayName}.lambda`,
      params: locals,
      result,
      captures: frame.captures,
      body: isUnit(result) && !isUnit(expr.type) ? discarded(this, expr) : expr,
      hasDefer: frame.hasDefer,
    };
    return { stmts, lambda };
  }
}

function constant(value: bigint | number | boolean | string | { readonly char: number }, type: Type): Expr {
  if (typeof value === "object") return { kind: "Const", of: "Char", value: value.char, type };
  const of = isPrimitive(type, "Int")
    ? "Int"
    : isPrimitive(type, "Float")
      ? "Float"
      : typeof value === "string"
        ? "String"
        : "Bool";
  return { kind: "Const", of, value: value as ConstValue, type };
}
