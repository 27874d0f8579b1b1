// Emits one function with the lambdas in it. Destination-driven: an expression becomes one JavaScript
// expression (`value`), or statements that deliver its value to a destination (`into`). Operands to the left
// of one that needs statements are kept in variables, which preserves the language's order of evaluation
// (reference/expressions#order-of-evaluation).
import { get } from "../../../own/index.ts";
import { goesOn } from "./contents.ts";
import { spend } from "../../../limits/index.ts";
import { exact } from "../../analysis/ranges/index.ts";
import type { Mode } from "../../analysis/suspend/index.ts";
import {
  isPrimitive,
  isUnit,
  type Expr,
  type Instance,
  type LambdaCode,
  type Local,
  type Stmt,
} from "../../ir/index.ts";
import {
  DISCARD,
  Emitter,
  RETURN,
  type CallExpr,
  type Dest,
  type EmittedFunction,
} from "../emitter/index.ts";
import { emittedHalves, emittedHalvesOfValue, ofHalves, splitLocal } from "../integers/index.ts";
import { emitMatch, emitSteps } from "../match/index.ts";
import type { ProgramText } from "../program/index.ts";
import { asserted, fixed, UNIT, variable, type Halves, type Value } from "../values/index.ts";
import { emitIf, emitShortCircuit, emitTry } from "./branches.ts";
import { callText, isCall } from "./calls.ts";
import { emitDeferring } from "./deferred.ts";
import { inlineValue } from "./expressions.ts";
import { SPEND } from "./giving-way.ts";
import { InlineForms } from "./inline.ts";
import { emitLoop } from "./loops.ts";
import { emitStmt } from "./statements.ts";

interface Lambda {
  /** Null for the function itself. */
  readonly lambda: LambdaCode | null;
}

export class FunctionEmitter extends Emitter {
  readonly #owner: Instance | LambdaCode;
  /** The position of the function's declaration; null for lambdas and functions without source. */
  readonly #entry: number | null;
  readonly #inline: InlineForms;
  readonly #checkPoints: ReadonlySet<Expr | Stmt>;
  /** The last statement so far; null if they are not noted. */
  #reached: number | null = null;

  constructor(program: ProgramText, instance: Instance, { lambda, ...emitted }: EmittedFunction & Lambda) {
    super(program, instance, emitted);
    this.#entry = emitted.outer === null ? (instance.symbol?.node.name.span.start ?? null) : null;
    this.#owner = lambda ?? instance;
    this.#inline = new InlineForms(program.suspension, emitted.mode);
    this.#checkPoints = program.suspension.checkPoints(this.#owner);
  }

  /** Emits a check of the time slice if a recursive function needs one before `part`. */
  #lookBefore(part: Expr | Stmt): void {
    if (this.#checkPoints.has(part)) this.code.push(this.giveWay(null, SPEND));
  }

  override call(expr: CallExpr): Value {
    return callText(this, expr);
  }

  // ---- variables

  override localValue(local: Local): Value {
    const split = this.splits.get(local);
    if (split !== undefined) return splitLocal(this, local, split);
    const bounds = this.program.ranges.ofLocal(local) ?? this.ranges.get(local) ?? null;
    const name = this.localName(local);
    return local.assigned ? variable(name, bounds) : fixed(name, bounds);
  }

  // ---- expressions

  override isInline(expr: Expr): boolean {
    return this.#inline.isInline(expr);
  }

  override value(expr: Expr): Value {
    spend();
    const value = this.#plainValue(expr);
    return this.program.asserting ? asserted(expr, value, this.instance) : value;
  }

  #plainValue(expr: Expr): Value {
    if (this.isInline(expr)) return inlineValue(this, expr);
    if (expr.kind === "Try") return emitTry(this, expr);
    if (this.mode === "resumable" && isCall(expr) && this.program.suspension.waits(expr)) {
      if (expr.kind === "Call" && this.program.returnsHalves(expr.instance)) return this.#waitForHalves(expr);
      const bounds = this.program.ranges.of(expr);
      const name = this.noteInt(this.wait(this.call(expr).text, expr.at), exact(bounds));
      if (isPrimitive(expr.type, "Float")) this.numbers.set(name, "Float");
      return isUnit(expr.type) ? UNIT : fixed(name, bounds);
    }
    if (!isStatementLike(expr)) return inlineValue(this, expr);
    if (isUnit(expr.type)) {
      this.into(expr, DISCARD);
      return UNIT;
    }
    const name = this.names.fresh("r");
    this.declareName(name, null);
    this.into(expr, { kind: "assign", name });
    return fixed(name, this.program.ranges.of(expr));
  }

  /** The upper half is in its variable as soon as the lower half is known. */
  #waitForHalves(expr: CallExpr): Value {
    const lo = this.wait(this.call(expr).text, expr.at);
    return ofHalves(this, this.#declareHalves({ hi: this.program.high(), lo }, lo));
  }

  /** `lo`: the name of the lower half, if it has one already. */
  #declareHalves(halves: Halves, lo: string = this.names.fresh("k")): Halves {
    const hi = this.names.fresh(`${lo}$hi`);
    this.declareName(hi, halves.hi);
    if (lo !== halves.lo) this.declareName(lo, halves.lo);
    this.numbers.set(hi, "Int32").set(lo, "Int32");
    return { hi, lo };
  }

  override values(exprs: readonly Expr[]): Value[] {
    let last = exprs.length - 1;
    while (last > 0 && this.isInline(exprs[last]!)) last--;
    return exprs.map((expr, at) => {
      const value = this.value(expr);
      return at < last && !value.fixed ? this.keep(value) : value;
    });
  }

  override keep(value: Value): Value {
    const halves = get(value, "halves");
    if (halves !== undefined) return { ...ofHalves(this, this.#declareHalves(halves)), fixed: true };
    const name = this.noteInt(this.names.fresh("k"), value.range);
    this.declareName(name, value.text);
    return fixed(name, value.bounds);
  }

  override into(expr: Expr, dest: Dest): boolean {
    this.#lookBefore(expr);
    switch (expr.kind) {
      case "Block":
        for (const stmt of expr.stmts) if (!this.stmt(stmt)) return false;
        if (expr.value !== null) return this.into(expr.value, dest);
        return this.deliver(null, dest);
      case "If":
        return this.isExpression(expr, dest) ? this.#delivered(expr, dest) : emitIf(this, expr, dest);
      case "Chain":
        return emitSteps(this, expr, dest);
      case "Match":
        return emitMatch(this, expr, dest);
      case "While":
      case "ForRange":
      case "ForList":
      case "ForNext":
        return emitLoop(this, expr, dest);
      case "Try":
        return this.statement(() => this.deliver(emitTry(this, expr), dest));
      case "And":
      case "Or":
        if (this.isInline(expr)) break;
        return emitShortCircuit(this, expr, dest);
      default:
        break;
    }
    return this.#delivered(expr, dest);
  }

  #delivered(expr: Expr, dest: Dest): boolean {
    return this.statement(() => {
      if (this.#inHalves(dest) && expr.type.kind !== "Never")
        return this.#deliverHalves(emittedHalves(this, expr), dest);
      const value = this.tail(expr, dest);
      // The unit value is not stored: reading it needs no variable (values/unit.ts).
      const unit = isUnit(expr.type) && !this.#passesOn(expr, dest);
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

  override isExpression(expr: Expr, dest: Dest): boolean {
    return (
      dest.kind !== "discard" &&
      !this.#inHalves(dest) &&
      !(dest.kind === "return" && this.mode === "tail-forwarding") &&
      this.isInline(expr)
    );
  }

  /** In a tail-forwarding function, a waiting call in tail position is returned unchanged. */
  tail(expr: Expr, dest: Dest): Value {
    return this.#passesOn(expr, dest) ? this.call(expr) : this.value(expr);
  }

  #passesOn(expr: Expr, dest: Dest): expr is CallExpr {
    return (
      dest.kind === "return" &&
      this.mode === "tail-forwarding" &&
      isCall(expr) &&
      this.program.suspension.waits(expr)
    );
  }

  override deliver(value: Value | null, dest: Dest): boolean {
    if (value !== null && this.#inHalves(dest))
      return this.#deliverHalves(emittedHalvesOfValue(this, value), dest);
    switch (dest.kind) {
      case "discard":
        if (value !== null && !value.pure) this.line(get(value, "effect") ?? `${value.text};`);
        return true;
      case "assign":
        if (value !== null) this.line(`${dest.name} = ${value.text};`);
        return true;
      case "halves":
        return true;
      case "return":
        // A function without result ends at the end of its body.
        if (value === null) return true;
        this.emitReturn(value);
        return false;
    }
  }

  override emitReturn(given: Value | null): void {
    let value = given;
    if (value !== null && this.#owner === this.instance && this.program.failing.has(this.instance)) {
      value = value.fixed ? value : this.keep(value);
      const mark = this.#reached === null ? "" : this.mark(this.#reached);
      const type = this.program.typeName(this.instance.result);
      this.line(`${mark}if (probe.failed(${value.text}, ${type})) debugger;`);
    }
    super.emitReturn(value);
  }

  override stmt(stmt: Stmt): boolean {
    spend();
    if (stmt.kind === "Reached") this.#reached = stmt.at;
    this.#lookBefore(stmt);
    return this.statement(() => emitStmt(this, stmt));
  }

  // ---- functions

  override inner(mode: Mode, fn: number, lambda: LambdaCode): Emitter {
    return new FunctionEmitter(this.program, this.instance, {
      mode,
      fn,
      indent: this.indent + 1,
      outer: this,
      lambda,
    });
  }

  override body(expr: Expr, hasDefer: boolean): void {
    if (hasDefer) emitDeferring(this, expr, () => this.#simpleBody(expr));
    else this.#simpleBody(expr);
  }

  #simpleBody(expr: Expr): void {
    if (this.program.metered && goesOn(expr))
      this.line(
        `if (--meter < 0) meter = ${this.#entry === null ? "" : this.mark(this.#entry)}runtime.step(meter);`,
      );
    if (this.program.stops && !this.instance.module.standard) this.declareName("act", "probe.enter()");
    this.into(expr, RETURN);
  }
}

/** Kinds that `into` emits as statements. */
function isStatementLike(expr: Expr): boolean {
  switch (expr.kind) {
    case "Block":
    case "If":
    case "Chain":
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
