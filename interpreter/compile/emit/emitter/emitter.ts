// What the emission of each kind of expression and statement works with. Implemented in
// function/function-emitter.ts.
import type { Mode } from "../../analysis/suspend/index.ts";
import type { Expr, Instance, LambdaCode, Local, Stmt } from "../../ir/index.ts";
import type { Wait } from "../frames/index.ts";
import type { ProgramText } from "../program/index.ts";
import type { RuntimeName, Value } from "../values/index.ts";
import type { Dest } from "./destination.ts";
import { FunctionVariables } from "./variables.ts";

/** A call of a function, a function value or a method of a trait object. */
export type CallExpr = Expr & { kind: "Call" | "CallValue" | "CallDyn" };

/** The innermost loop. */
export interface LoopContext {
  readonly outer: LoopContext | null;
  /** The name in the program. */
  readonly name: string | null;
  /** The variable for the operand of `break`. */
  readonly result: string | null;
  readonly label: string;
  readonly at: number;
  left: boolean;
}

/** How a function or lambda is emitted. */
export interface EmittedFunction {
  readonly mode: Mode;
  /** The number that identifies it in traces. */
  readonly fn: number;
  readonly indent: number;
  /** The emitter of the function that contains the lambda. */
  readonly outer: Emitter | null;
}

export abstract class Emitter extends FunctionVariables {
  readonly mode: Mode;
  readonly fn: number;
  /** This function, or the one that contains the lambda. */
  readonly instance: Instance;
  /** Whether it returns its result in halves. */
  returnsHalves = false;
  loop: LoopContext | null = null;
  /** The variable that counts down to the next check of the clock (giving-way.ts). */
  counter = "fuel";
  /**
   * In a function with deferred calls: the block that a return leaves, and the variables for its value and
   * for the calls.
   */
  deferring: { readonly label: string; readonly result: string; readonly calls: string } | null = null;

  constructor(program: ProgramText, instance: Instance, { mode, fn, indent, outer }: EmittedFunction) {
    super(program, indent, outer);
    this.instance = instance;
    this.mode = mode;
    this.fn = fn;
  }

  // ---- text

  /** Emits a call that may return a promise; returns the name of its value. */
  wait(call: string, at: number | null): string {
    const name = this.names.fresh("k");
    const site = at === null ? -1 : this.program.marks.site(this.fn, at);
    const mark = at === null ? "" : this.mark(at);
    this.code.push({ kind: "Wait", when: null, name, call, site, mark });
    this.nameInIteration(name);
    return name;
  }

  /**
   * The statement with which a goroutine gives way, under the condition `when`, for a loop or function at
   * `at`.
   */
  giveWay(at: number | null, when: string): Wait {
    const site = at === null ? -1 : this.program.marks.site(this.fn, at);
    return {
      kind: "Wait",
      when,
      name: this.names.fresh("held"),
      call: "scheduler.giveWay()",
      site,
      mark: "",
    };
  }

  mark(at: number): string {
    return this.program.marks.mark(this.fn, at);
  }

  runtimeName(name: RuntimeName): string {
    return this.program.runtimeName(name);
  }

  emitReturn(value: Value | null): void {
    if (this.deferring === null) {
      const text = value === null ? "return;" : `return ${value.text};`;
      this.code.push({ kind: "Line", text, returns: true });
      return;
    }
    if (value !== null) this.line(`${this.deferring.result} = ${value.text};`);
    this.jump("Break", this.deferring.label);
  }

  // ---- expressions

  abstract isInline(expr: Expr): boolean;

  /** The value as an expression; statements that it needs are emitted first. */
  abstract value(expr: Expr): Value;

  text(expr: Expr): string {
    return this.value(expr).text;
  }

  /** Values to be combined in order. */
  abstract values(exprs: readonly Expr[]): Value[];

  /** Keeps the value in its own variable. */
  abstract keep(value: Value): Value;

  /** Delivers the value of `expr` to `dest`. Returns false if the end cannot be reached. */
  abstract into(expr: Expr, dest: Dest): boolean;

  /**
   * Whether an `if` becomes a conditional expression. Tail-forwarding functions return from the branches
   * instead.
   */
  abstract isExpression(expr: Expr, dest: Dest): boolean;

  /** Null is the unit value. Returns false after a return. */
  abstract deliver(value: Value | null, dest: Dest): boolean;

  /** The text of a call, which may return a promise. */
  abstract call(expr: CallExpr): Value;

  /** The value of a variable. */
  abstract localValue(local: Local): Value;

  // ---- statements and functions

  /** Returns false if the end of the statement cannot be reached. */
  abstract stmt(stmt: Stmt): boolean;

  /** An emitter for a lambda in this function. */
  abstract inner(mode: Mode, fn: number, lambda: LambdaCode): Emitter;

  /** Emits the body of a function. */
  abstract body(expr: Expr, hasDefer: boolean): void;
}
