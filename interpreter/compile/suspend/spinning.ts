// Loops that would freeze everybody else: without exit, or leaving only when somebody else changes
// shared state. Functions with such a loop count as waiting, so that the loop yields by time slice.
// A `for` that may go on for very long is one when it looks at nothing of its own before it leaves early.
// A loop is let off when one of its exits will be taken without others: what is looked at there moves
// by itself (`i += 1`), or the loop writes it. What a function value does is not known, so a loop
// that waits for its answer counts as waiting for others.
import type { Expr, Instance, LambdaCode, Local, Loop, Stmt } from "../ir.ts";
import { bindingsOf, eachPart, eachPartOfStmt } from "../ir-walk.ts";
import { EffectTable, type Effects } from "./effects.ts";
import type { Flows } from "./flows.ts";

type Owner = Instance | LambdaCode;
/** Elements of a list, and few numbers, come to their end soon. */
type LongLoop = Exclude<Loop, { kind: "ForList" }>;

/** So many empty rounds take some milliseconds. */
const FEW = 10_000_000n;

export function spinningBodies(instances: readonly Instance[], flows: Flows): ReadonlySet<Owner> {
  const effects = new EffectTable();
  const check = (owner: Owner, body: Expr): void => {
    for (const loop of longLoopsIn(body)) if (spins(loop, effects)) flows.spinning.add(owner);
  };
  for (const instance of instances) if (instance.body !== null) check(instance, instance.body);
  for (const lambda of flows.lambdas) check(lambda, lambda.body);
  return flows.spinning;
}

function longLoopsIn(body: Expr): LongLoop[] {
  const found: LongLoop[] = [];
  const visit = {
    expr(expr: Expr): void {
      if (expr.kind === "While" || expr.kind === "ForNext" || (expr.kind === "ForRange" && !isShort(expr))) found.push(expr);
      eachPart(expr, visit);
    },
    stmt: (stmt: Stmt): void => eachPartOfStmt(stmt, visit),
    lambda(_lambda: LambdaCode): void {},
  };
  visit.expr(body);
  return found;
}

function isShort(loop: Loop & { kind: "ForRange" }): boolean {
  const { from, to } = loop;
  if (to.kind === "Op") return to.op === "List.len" || to.op === "String.len";
  return from.kind === "Const" && to.kind === "Const" && BigInt(to.value as bigint) - BigInt(from.value as bigint) <= FEW;
}

function spins(loop: LongLoop, effects: EffectTable): boolean {
  const round = effects.of(loop.body);
  const exits = exitsOf(loop).map((exit) => exit.map((condition) => roleOf(condition, loop, round, effects)));
  const ends = exits.some((roles) => roles.length === 0 || (roles.includes("moving") && !roles.includes("foreign")));
  return !ends && (loop.kind === "While" || exits.some((roles) => roles.includes("foreign")));
}

/** Whether a condition changes by the loop's own doing, never, or only by that of others. */
function roleOf(condition: Expr, loop: LongLoop, round: Effects, effects: EffectTable): "moving" | "fixed" | "foreign" {
  const decisive = new Decisive(loop);
  decisive.follow(condition);
  if (decisive.moves) return "moving";
  let read = false;
  let unknown = false;
  for (const expr of decisive.exprs) {
    const looked = effects.of(expr);
    if ([...looked.writes].some((key) => key.startsWith("n"))) return "moving";
    if ([...looked.reads].some((key) => round.writes.has(key) || looked.writes.has(key))) return "moving";
    read ||= looked.reads.size > 0;
    unknown ||= looked.unknown;
  }
  return read || unknown ? "foreign" : "fixed";
}

/** The conditions under which the loop is left: for each exit those that must all hold. */
function exitsOf(loop: LongLoop): Expr[][] {
  const exits: Expr[][] = [];
  const condition = loop.kind === "While" ? loop.condition : null;
  if (condition !== null && !(condition.kind === "Const" && condition.value === true)) exits.push(...operands(condition, "And").map((one) => operands(one, "Or")));
  const walk = (expr: Expr, conditions: readonly Expr[], inner: boolean): void => {
    const parts = (under: readonly Expr[], nested: boolean) => ({
      expr: (part: Expr) => walk(part, under, nested),
      stmt(stmt: Stmt): void {
        if (stmt.kind === "Return" || (stmt.kind === "Break" && !nested)) exits.push([...under]);
        eachPartOfStmt(stmt, parts(under, nested));
      },
      lambda(_lambda: LambdaCode): void {},
    });
    switch (expr.kind) {
      case "If":
        walk(expr.condition, conditions, inner);
        walk(expr.then, [...conditions, ...operands(expr.condition, "And")], inner);
        if (expr.otherwise !== null) walk(expr.otherwise, [...conditions, ...operands(expr.condition, "Or")], inner);
        return;
      case "Match":
        walk(expr.subject, conditions, inner);
        for (const arm of expr.arms) {
          walk(arm.body, [...conditions, expr.subject, ...(arm.guard === null ? [] : operands(arm.guard, "And"))], inner);
        }
        return;
      case "Try":
        exits.push([...conditions, expr.value]);
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
  return exits;
}

/** Of a chain of one operator, in any order; the expression itself where it is none. */
function operands(expr: Expr, operator: "And" | "Or"): Expr[] {
  const found: Expr[] = [];
  let rest = expr;
  while (rest.kind === operator) {
    found.push(...operands(rest.right, operator));
    rest = rest.left;
  }
  return [...found, rest];
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
  /** What the head of the loop sets for each round. */
  readonly #stepped: ReadonlySet<Local>;

  constructor(loop: LongLoop) {
    this.#sources = sourcesIn(loop.body);
    this.#stepped = loop.kind === "While" ? new Set() : bindingsOf(loop.pattern);
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
    if (this.#following.has(local) || this.#stepped.has(local)) this.moves = true;
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
