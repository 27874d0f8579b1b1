// Emits one function with the lambdas in it. Destination-driven: an expression is either one
// JavaScript expression (`value`) or statements that put its value where it is wanted (`into`).
// What stands to the left of an operand that needs statements goes into variables first, so that
// the order of evaluation is the language's (6.1).
import type { Expr, Instance, Local, Stmt } from "../ir.ts";
import type { Mode } from "../suspend/suspension.ts";
import { deferredIn } from "./deferred.ts";
import { emitLoop, type LoopContext } from "./loops.ts";
import { emitMatch } from "./matching.ts";
import { Names } from "./names.ts";
import { inlineValue } from "./expressions.ts";
import { emitStmt } from "./statements.ts";
import type { ProgramText } from "./program-text.ts";
import { isUnit } from "../lower/type-table.ts";
import type { Range } from "../ranges/interval.ts";
import { emittedHalves, emittedHalvesOfValue, splitLocal, type Halves } from "./halves.ts";
import { bounded, fixed, variable, type Value } from "./value.ts";

/** Deeper code is not indented further, so that its size stays linear. */
const MAX_INDENT = 30;

export type Dest =
  | { readonly kind: "discard" }
  | { readonly kind: "return" }
  | { readonly kind: "assign"; readonly name: string }
  | ({ readonly kind: "halves" } & Halves);

export const DISCARD: Dest = { kind: "discard" };
export const RETURN: Dest = { kind: "return" };

export class FunctionEmitter {
  readonly program: ProgramText;
  readonly mode: Mode;
  readonly fn: number;
  /** The function this is, or in which the lambda stands. */
  readonly instance: Instance;
  readonly names: Names;
  readonly lines: string[] = [];
  /** JavaScript names of variables, shared with enclosing functions. */
  readonly locals: Map<Local, string>;
  readonly ranges: Map<Local, Range>;
  /** Variables that are kept in halves. */
  readonly splits: Map<Local, Halves>;
  /** Gives its result in halves. */
  returnsHalves = false;
  loop: LoopContext | null = null;
  /** JavaScript `switch`es between here and the innermost loop. */
  switches = 0;
  /** Conditions of `while` that stand inside the JavaScript loop, between here and the innermost loop. */
  conditions = 0;
  indent: number;
  hasDefer = false;
  /** Label left and variable set by returns of a function with deferred calls. */
  usesBodyLabel = false;
  #temps: string[] = [];
  #tempsInUse = 0;

  constructor(
    program: ProgramText, mode: Mode, fn: number, indent: number, instance: Instance, outer: FunctionEmitter | null,
  ) {
    this.instance = instance;
    this.program = program;
    this.mode = mode;
    this.fn = fn;
    this.indent = indent;
    this.names = outer?.names ?? new Names(program.names.taken);
    this.locals = outer?.locals ?? new Map();
    this.ranges = outer?.ranges ?? new Map();
    this.splits = outer?.splits ?? new Map();
  }

  // ---- text

  line(text: string): void {
    this.lines.push("  ".repeat(Math.min(this.indent, MAX_INDENT)) + text);
  }

  open(text: string): void {
    this.line(text);
    this.indent++;
  }

  close(text = "}"): void {
    this.indent--;
    this.line(text);
  }

  mark(at: number): string {
    return this.program.marks.mark(this.fn, at);
  }

  door(name: string): string {
    return this.program.door(name);
  }

  // ---- variables

  /** A variable for use within one statement. */
  temp(): string {
    if (this.#tempsInUse === this.#temps.length) this.#temps.push(this.names.fresh("t"));
    return this.#temps[this.#tempsInUse++]!;
  }

  /** Runs `emit` as one statement: its temporaries are free again afterwards. */
  statement<T>(emit: () => T): T {
    const before = this.#tempsInUse;
    const result = emit();
    this.#tempsInUse = before;
    return result;
  }

  /** The line that declares all temporaries, or null. */
  get tempLine(): string | null {
    return this.#temps.length === 0 ? null : `let ${this.#temps.join(", ")};`;
  }

  declare(local: Local): string {
    const name = this.names.forScript(local.name);
    this.locals.set(local, name);
    return name;
  }

  declareSplit(local: Local): Halves {
    const halves = { hi: this.names.forScript(`${local.name}$hi`), lo: this.names.forScript(`${local.name}$lo`) };
    this.splits.set(local, halves);
    return halves;
  }

  localName(local: Local): string {
    return this.locals.get(local) ?? this.declare(local);
  }

  localValue(local: Local): Value {
    const split = this.splits.get(local);
    if (split !== undefined) return splitLocal(this, local, split);
    const bounds = this.program.ranges.ofLocal(local) ?? this.ranges.get(local) ?? null;
    const name = this.localName(local);
    return local.assigned ? variable(name, bounds) : fixed(name, bounds);
  }

  /** `const`, or `let` for what is set again. */
  declareValue(local: Local, value: Value): void {
    if (value.bounds !== null && !local.assigned) this.ranges.set(local, value.bounds);
    const name = this.declare(local);
    this.line(`${local.assigned ? "let" : "const"} ${name} = ${value.text};`);
  }

  // ---- expressions

  isInline(expr: Expr): boolean {
    return this.program.inline.isInline(expr);
  }

  /** The value as an expression; statements that it needs are emitted first. */
  value(expr: Expr): Value {
    if (this.isInline(expr)) return inlineValue(this, expr);
    if (expr.kind === "Try") return this.#tried(expr);
    if (!isStatementLike(expr)) return inlineValue(this, expr);
    const name = this.names.fresh("r");
    this.line(`let ${name};`);
    this.into(expr, { kind: "assign", name });
    return fixed(name, this.program.ranges.of(expr));
  }

  text(expr: Expr): string {
    return this.value(expr).text;
  }

  /** Values to be combined in order. */
  values(exprs: readonly Expr[]): Value[] {
    let last = exprs.length - 1;
    while (last > 0 && this.isInline(exprs[last]!)) last--;
    return exprs.map((expr, at) => {
      const value = this.value(expr);
      return at < last && !value.fixed ? this.keep(value) : value;
    });
  }

  /** The value in a variable of its own. */
  keep(value: Value): Value {
    const name = this.names.fresh("k");
    this.line(`const ${name} = ${value.text};`);
    return fixed(name, value.bounds);
  }

  /** Puts the value of `expr` where `dest` says. False when the end cannot be reached. */
  into(expr: Expr, dest: Dest): boolean {
    switch (expr.kind) {
      case "Block":
        for (const stmt of expr.stmts) if (!this.stmt(stmt)) return false;
        if (expr.value !== null) return this.into(expr.value, dest);
        return this.deliver(null, dest);
      case "If":
        return this.#asExpression(expr, dest) ? this.#delivered(expr, dest) : this.#if(expr, dest);
      case "Match":
        return emitMatch(this, expr, dest);
      case "While":
      case "ForRange":
      case "ForList":
      case "ForNext":
        return emitLoop(this, expr, dest);
      case "Try":
        return this.statement(() => this.deliver(this.#tried(expr), dest));
      case "And":
      case "Or":
        if (this.isInline(expr)) break;
        return this.#shortCircuit(expr, dest);
      default:
        break;
    }
    return this.#delivered(expr, dest);
  }

  #delivered(expr: Expr, dest: Dest): boolean {
    return this.statement(() => {
      if (this.#inHalves(dest) && expr.type.kind !== "Never") return this.#deliverHalves(emittedHalves(this, expr), dest);
      const value = this.tail(expr, dest);
      // The unit value is never stored: what runs to its end has it.
      const unit = isUnit(expr.type) && !(dest.kind === "return" && this.mode === "forward");
      return this.deliver(value, unit ? DISCARD : dest);
    });
  }

  #inHalves(dest: Dest): boolean {
    return dest.kind === "halves" || (dest.kind === "return" && this.returnsHalves);
  }

  #deliverHalves({ hi, lo }: Halves, dest: Dest): boolean {
    if (dest.kind === "halves") {
      this.line(`${dest.hi} = ${hi};`);
      this.line(`${dest.lo} = ${lo};`);
      return true;
    }
    this.line(`${this.program.high()} = ${hi};`);
    this.line(`return ${lo};`);
    return false;
  }

  /** As a conditional expression. Forwarding functions return from the branches instead. */
  #asExpression(expr: Expr, dest: Dest): boolean {
    return dest.kind !== "discard" && !this.#inHalves(dest) && !(dest.kind === "return" && this.mode === "forward") && this.isInline(expr);
  }

  /** In a forwarding function a waiting call in tail position is returned as it is. */
  tail(expr: Expr, dest: Dest): Value {
    return dest.kind === "return" && this.mode === "forward" && this.program.suspension.waits(expr)
      ? inlineValue(this, expr, true)
      : this.value(expr);
  }

  /** Null stands for the unit value. False after a return. */
  deliver(value: Value | null, dest: Dest): boolean {
    if (value !== null && this.#inHalves(dest)) return this.#deliverHalves(emittedHalvesOfValue(this, value), dest);
    switch (dest.kind) {
      case "discard":
        if (value !== null && !value.pure) this.line(value.effect ?? `${value.text};`);
        return true;
      case "assign":
        if (value !== null && value.text !== "undefined") this.line(`${dest.name} = ${value.text};`);
        return true;
      case "halves":
        return true;
      case "return":
        // Running to the end of the body returns the unit value.
        if (value === null || value.text === "undefined") return true;
        this.emitReturn(value);
        return false;
    }
  }

  emitReturn(value: Value | null): void {
    if (!this.hasDefer) {
      this.line(value === null || value.text === "undefined" ? "return;" : `return ${value.text};`);
      return;
    }
    if (value !== null && value.text !== "undefined") this.line(`result = ${value.text};`);
    this.line("break body;");
    this.usesBodyLabel = true;
  }

  #if(expr: Expr & { kind: "If" }, dest: Dest): boolean {
    let ends = false;
    let depth = 0;
    let rest: Expr | null = expr;
    let first = true;
    while (rest !== null && rest.kind === "If" && (first || !this.#asExpression(rest, dest))) {
      const step: Expr & { kind: "If" } = rest;
      const inlineHead = first || this.isInline(step.condition);
      if (!inlineHead) {
        // Statements before the condition: a nested `if` inside `else`.
        this.open("} else {");
        depth++;
      }
      const condition = this.statement(() => this.text(step.condition));
      if (first || !inlineHead) this.line(`if (${condition}) {`);
      else this.line(`} else if (${condition}) {`);
      this.indent++;
      const discarded = step.otherwise === null && !isUnit(step.then.type);
      if (this.into(step.then, discarded ? DISCARD : dest)) ends = true;
      this.indent--;
      rest = step.otherwise;
      first = false;
    }
    if (rest === null) ends = true;
    else {
      this.open("} else {");
      if (this.into(rest, dest)) ends = true;
      this.indent--;
      if (this.lines.at(-1)!.trim() === "} else {") this.lines.pop();
    }
    this.line("}");
    for (; depth > 0; depth--) this.close();
    return ends;
  }

  #shortCircuit(expr: Expr & { kind: "And" | "Or" }, dest: Dest): boolean {
    const name = dest.kind === "assign" ? dest.name : this.names.fresh("r");
    if (dest.kind !== "assign") this.line(`let ${name};`);
    this.into(expr.left, { kind: "assign", name });
    this.open(`if (${expr.kind === "And" ? "" : "!"}${name}) {`);
    this.into(expr.right, { kind: "assign", name });
    this.close();
    return dest.kind === "return" ? this.deliver(fixed(name), dest) : true;
  }

  /** `e?`: leaves the function when there is nothing to go on with (language 10.1). */
  #tried(expr: Expr & { kind: "Try" }): Value {
    const value = this.value(expr.value);
    const held = value.fixed ? value : this.keep(value);
    const failed = expr.over === "Option" ? `${held.text} === null` : `${held.text} instanceof ${this.door("Err")}`;
    this.open(`if (${failed}) {`);
    this.emitReturn(expr.over === "Option" ? fixed("null") : held);
    this.close();
    if (!expr.boxed) return bounded(held, this.program.ranges.of(expr));
    return this.keep(fixed(`${this.door(expr.over === "Option" ? "payload" : "okPayload")}(${held.text})`));
  }

  stmt(stmt: Stmt): boolean {
    return this.statement(() => emitStmt(this, stmt));
  }

  // ---- functions

  /** The body of a function after its parameters, without the braces. */
  body(expr: Expr, hasDefer: boolean): void {
    this.hasDefer = hasDefer;
    const start = this.lines.length;
    if (hasDefer) {
      this.line("const defers = [];");
      this.line("let result;");
      this.open("body: {");
    }
    if (this.program.metered) this.line("runtime.step();");
    this.into(expr, RETURN);
    if (hasDefer) {
      this.close();
      this.open("for (let d = defers.length - 1; d >= 0; d--) {");
      const call = "defers[d]()";
      if (deferredIn(expr).some((lambda) => this.program.lambdaMode(lambda) !== "plain")) this.line(`const done = ${call}; if (done instanceof Promise) await done;`);
      else this.line(`${call};`);
      this.close();
      this.line("return result;");
    }
    const temps = this.tempLine;
    if (temps !== null) this.lines.splice(start, 0, "  ".repeat(this.indent) + temps);
  }
}

/** Kinds that `into` emits as statements. */
function isStatementLike(expr: Expr): boolean {
  switch (expr.kind) {
    case "Block":
    case "If":
    case "Match":
    case "While":
    case "ForRange":
    case "ForList":
    case "ForNext":
    case "And":
    case "Or":
      return true;
    default:
      return false;
  }
}
