// Whether the calls of a program may nest so deeply that the default stack of a process may not suffice: if
// there is recursion, or if the longest call chain is long. A call through a value may reach every function
// of its type, one through `dyn` every method of the trait. `std run` asks, since a larger stack requires
// starting Node again.
import type { Type } from "../../check/index.ts";
import {
  eachPart,
  eachPartOfStmt,
  isFun,
  type Expr,
  type Instance,
  type LambdaCode,
  type Stmt,
} from "../ir/index.ts";
import type { LoweredProgram } from "../lower/index.ts";

/**
 * The parts of the tree in the longest call chain: each takes at most one register of a frame, 8 bytes. That
 * is some 300 KB of 984.
 */
const MOST_PARTS = 40_000;
/** The overhead of a call, in parts. */
const CALL = 25;

/** A function, a lambda, or anything callable through a value (keyed by its type) or a method of a trait. */
type Callee = Instance | LambdaCode | Type | string;

class CallGraph {
  readonly calls = new Map<Callee, Set<Callee>>();
  readonly parts = new Map<Callee, number>();

  add(from: Callee, to: Callee): void {
    let targets = this.calls.get(from);
    if (targets === undefined) this.calls.set(from, (targets = new Set()));
    targets.add(to);
  }

  read(owner: Callee, body: Expr): void {
    let parts = CALL;
    const visit = {
      expr: (expr: Expr): void => {
        parts++;
        this.#note(owner, expr);
        eachPart(expr, visit);
      },
      stmt: (stmt: Stmt): void => {
        parts++;
        if (stmt.kind === "Defer") this.add(owner, stmt.lambda);
        eachPartOfStmt(stmt, visit);
      },
      lambda: (lambda: LambdaCode): void => this.read(lambda, lambda.body),
    };
    visit.expr(body);
    this.parts.set(owner, parts);
  }

  #note(owner: Callee, expr: Expr): void {
    switch (expr.kind) {
      case "Call":
        this.add(owner, expr.instance);
        // A native may call its arguments.
        if (expr.instance.native !== null)
          for (const arg of expr.args) if (isFun(arg.type)) this.add(owner, arg.type);
        return;
      case "CallValue":
        return this.add(owner, expr.callee.type);
      case "CallDyn":
        return this.add(owner, `${expr.trait}.${expr.method}`);
      case "Lambda":
        return this.add(expr.type, expr.lambda);
      case "FunctionValue":
        return this.add(expr.type, expr.instance);
      case "Dyn":
        for (const { name, instance } of expr.vtable.methods)
          this.add(`${expr.vtable.trait}.${name}`, instance);
        return;
      default:
        return;
    }
  }
}

export function nestsDeeply({ instances, code, reports }: LoweredProgram): boolean {
  const graph = new CallGraph();
  for (const [instance, { body }] of code) graph.read(instance, body);
  return longestWay(graph, [...instances, ...reports.filter((report) => report !== null)]) > MOST_PARTS;
}

/** The length of the longest path; Infinity if there is a cycle. Iterative, since paths may be long. */
function longestWay({ calls, parts }: CallGraph, starts: readonly Callee[]): number {
  const done = new Map<Callee, number>();
  const open = new Set<Callee>();
  let longest = 0;
  for (const start of starts) {
    const stack: { callee: Callee; rest: Iterator<Callee>; below: number }[] = [];
    const enter = (callee: Callee): void => {
      open.add(callee);
      stack.push({ callee, rest: (calls.get(callee) ?? new Set<Callee>()).values(), below: 0 });
    };
    if (!done.has(start)) enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { done: last, value: next } = top.rest.next();
      if (last === true) {
        const way = top.below + (parts.get(top.callee) ?? 0);
        open.delete(top.callee);
        done.set(top.callee, way);
        longest = Math.max(longest, way);
        stack.pop();
        const caller = stack.at(-1);
        if (caller !== undefined) caller.below = Math.max(caller.below, way);
      } else if (open.has(next)) return Infinity;
      else if (done.has(next)) top.below = Math.max(top.below, done.get(next)!);
      else enter(next);
    }
  }
  return longest;
}
