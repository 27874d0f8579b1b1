// Loops that would freeze everybody else: without exit, or leaving only when somebody else changes
// shared state. Functions with such a loop count as waiting, so that the loop yields by time slice.
// A loop is let off when what decides about leaving it moves by itself (`i += 1`), when the body may
// write what is looked at, or when calls are made whose target nobody knows.
import type { Expr, Instance, LambdaCode, Local, Loop, Stmt } from "../ir.ts";
import { bindingsOf, eachPart, eachPartOfStmt } from "../ir-walk.ts";
import { EffectTable } from "./effects.ts";
import type { Flows } from "./flows.ts";

type Owner = Instance | LambdaCode;
type WhileLoop = Loop & { kind: "While" };

export function spinningBodies(instances: readonly Instance[], flows: Flows): ReadonlySet<Owner> {
  const effects = new EffectTable();
  const check = (owner: Owner, body: Expr): void => {
    for (const loop of whilesIn(body)) if (spins(loop, effects)) flows.spinning.add(owner);
  };
  for (const instance of instances) if (instance.body !== null) check(instance, instance.body);
  for (const lambda of flows.lambdas) check(lambda, lambda.body);
  return flows.spinning;
}

function whilesIn(body: Expr): WhileLoop[] {
  const found: WhileLoop[] = [];
  const visit = {
    expr(expr: Expr): void {
      if (expr.kind === "While") found.push(expr);
      eachPart(expr, visit);
    },
    stmt: (stmt: Stmt): void => eachPartOfStmt(stmt, visit),
    lambda(_lambda: LambdaCode): void {},
  };
  visit.expr(body);
  return found;
}

function spins(loop: WhileLoop, effects: EffectTable): boolean {
  const exits = exitsOf(loop);
  if (exits === "unconditional") return false;
  const decisive = new Decisive(loop);
  for (const exit of exits) decisive.follow(exit);
  if (decisive.moves) return false;
  const looked = { reads: new Set<string>(), unknown: false, writes: new Set<string>() };
  for (const expr of decisive.exprs) {
    const own = effects.of(expr);
    looked.unknown ||= own.unknown;
    for (const key of own.reads) looked.reads.add(key);
    for (const key of own.writes) looked.writes.add(key);
  }
  if (looked.unknown || [...looked.writes].some((key) => key.startsWith("n"))) return false;
  const round = effects.of(loop.body);
  if (round.unknown) return exits.length === 0;
  return ![...looked.reads].some((key) => round.writes.has(key) || looked.writes.has(key));
}

/** What is looked at to decide whether the loop is left; "unconditional" when a round always leaves. */
function exitsOf(loop: WhileLoop): Expr[] | "unconditional" {
  const exits: Expr[] = [];
  let always = false;
  if (loop.condition !== null && !(loop.condition.kind === "Const" && loop.condition.value === true)) exits.push(loop.condition);
  const leave = (conditions: readonly Expr[]): void => {
    if (conditions.length === 0) always = true;
    exits.push(...conditions);
  };
  const walk = (expr: Expr, conditions: readonly Expr[], inner: boolean): void => {
    const parts = (under: readonly Expr[], nested: boolean) => ({
      expr: (part: Expr) => walk(part, under, nested),
      stmt(stmt: Stmt): void {
        if (stmt.kind === "Return" || (stmt.kind === "Break" && !nested)) leave(under);
        eachPartOfStmt(stmt, parts(under, nested));
      },
      lambda(_lambda: LambdaCode): void {},
    });
    switch (expr.kind) {
      case "If": {
        walk(expr.condition, conditions, inner);
        const under = [...conditions, expr.condition];
        walk(expr.then, under, inner);
        if (expr.otherwise !== null) walk(expr.otherwise, under, inner);
        return;
      }
      case "Match": {
        walk(expr.subject, conditions, inner);
        for (const arm of expr.arms) {
          const under = [...conditions, expr.subject, ...(arm.guard === null ? [] : [arm.guard])];
          walk(arm.body, under, inner);
        }
        return;
      }
      case "Try":
        leave([...conditions, expr.value]);
        return eachPart(expr, parts(conditions, inner));
      case "While":
        return eachPart(expr, parts(expr.condition === null ? conditions : [...conditions, expr.condition], true));
      case "ForRange":
      case "ForList":
      case "ForNext":
        // Whether an inner loop makes a round at all decides like a condition.
        return eachPart(expr, parts([...conditions, iterated(expr)], true));
      default:
        return eachPart(expr, parts(conditions, inner));
    }
  };
  walk(loop.body, [], false);
  return always ? "unconditional" : exits;
}

function iterated(loop: Loop & { kind: "ForRange" | "ForList" | "ForNext" }): Expr {
  return loop.kind === "ForRange" ? loop.to : loop.kind === "ForList" ? loop.list : loop.value;
}

/** Follows the values that decide back through the variables that the loop sets. */
class Decisive {
  readonly exprs: Expr[] = [];
  /** One of them depends on its own former value. */
  moves = false;
  readonly #sources: Map<Local, Expr[]>;
  readonly #following = new Set<Local>();
  readonly #done = new Set<Local>();

  constructor(loop: WhileLoop) {
    this.#sources = sourcesIn(loop.body);
  }

  follow(expr: Expr): void {
    this.exprs.push(expr);
    this.#locals(expr);
  }

  #locals(expr: Expr): void {
    if (expr.kind === "Local") this.#local(expr.local);
    eachPart(expr, {
      expr: (part) => this.#locals(part),
      stmt: (stmt) => eachPartOfStmt(stmt, { expr: (part) => this.#locals(part), stmt: () => {}, lambda: () => {} }),
      lambda: () => {},
    });
  }

  #local(local: Local): void {
    if (this.#following.has(local)) this.moves = true;
    if (this.#done.has(local)) return;
    this.#done.add(local);
    this.#following.add(local);
    for (const source of this.#sources.get(local) ?? []) this.follow(source);
    this.#following.delete(local);
  }
}

function sourcesIn(body: Expr): Map<Local, Expr[]> {
  const sources = new Map<Local, Expr[]>();
  const note = (local: Local, value: Expr): void => {
    const known = sources.get(local);
    if (known === undefined) sources.set(local, [value]);
    else known.push(value);
  };
  const visit = {
    expr(expr: Expr): void {
      if (expr.kind === "Match") {
        for (const arm of expr.arms) for (const local of bindingsOf(arm.pattern)) note(local, expr.subject);
      } else if (expr.kind === "ForRange" || expr.kind === "ForList" || expr.kind === "ForNext") {
        for (const local of bindingsOf(expr.pattern)) note(local, iterated(expr));
      }
      eachPart(expr, visit);
    },
    stmt(stmt: Stmt): void {
      if (stmt.kind === "Let" || stmt.kind === "SetLocal") note(stmt.local, stmt.value);
      eachPartOfStmt(stmt, visit);
    },
    lambda(_lambda: LambdaCode): void {},
  };
  visit.expr(body);
  return sources;
}
