// W8: a closure assigns to a captured variable, and so changes only its own copy
// (reference/functions#closures). Deferred expressions capture like lambdas.
//
// A closure that assigns the copy before every use only uses it as its own variable. A walk over its body in
// the order of evaluation determines whether the variable is assigned on every path to a use.
import { get } from "../../own/index.ts";
import { notes } from "../../diagnostics/index.ts";
import type { Assign, Block, Body as BodyNode, Expr, Match, Stmt, TupleLit } from "../../syntax/index.ts";
import type { Body, Closure } from "../body/index.ts";
import type { BodyLocal } from "../declare/index.ts";
import type { Facts } from "../types/index.ts";
import { isNever } from "../types/index.ts";
import { PLAIN_NAME } from "./locals.ts";

/** Checks the contents of a closure, without the variables that it declares. */
export function inClosure(
  body: Body,
  kind: Closure["kind"],
  node: BodyNode | Expr,
  inside: () => void,
): void {
  const closure: Closure = { kind, assigned: new Map() };
  body.closures.push(closure);
  inside();
  body.closures.pop();
  for (const [local, place] of closure.assigned) {
    if (PLAIN_NAME.test(local.name) && !new Uses(local, body.state.facts).onlyAfterAssigning(node))
      warn(body, closure, local, place);
  }
}

/** Records an assignment to a variable. */
export function noteAssignment(body: Body, place: Expr): void {
  const closure = body.closures.at(-1);
  if (closure === undefined) return;
  let target = place;
  while (target.kind === "Paren") target = target.inner;
  if (target.kind === "TupleLit") for (const part of target.parts) noteAssignment(body, part);
  const local = targetVariable(body, target);
  if (
    local === undefined ||
    local.constant ||
    (get(local, "depth") ?? 0) >= body.closures.length ||
    closure.assigned.has(local)
  )
    return;
  closure.assigned.set(local, place);
}

function targetVariable(body: Body, target: Expr): BodyLocal | undefined {
  if (target.kind === "SelfValue") return body.local("self");
  return target.kind === "Name" && !target.fileLevel ? body.local(target.name) : undefined;
}

function warn(body: Body, { kind }: Closure, local: BodyLocal, place: Expr): void {
  const copyOf = get(local, "copyOf");
  const declaredHere = copyOf === undefined || copyOf.module === body.state.module;
  body.warn(
    "W8",
    place.span,
    { name: local.name, what: kind },
    {
      hint: notes.toChangeWhatOthersSee,
      related: declaredHere ? [body.label(local.span, notes.variableKeepsValue)] : [],
    },
  );
}

/** The uses of one variable in a closure. */
class Uses {
  readonly #local: BodyLocal;
  readonly #facts: Facts;
  #reads = 0;
  #readBefore = false;
  /** Whether every path to the current point assigns it; true for unreachable code. */
  #assigned = false;
  /** For each enclosing loop: whether an assignment precedes every `break` so far. */
  readonly #breaks: { readonly label: string | undefined; assigned: boolean }[] = [];

  constructor(local: BodyLocal, facts: Facts) {
    this.#local = local;
    this.#facts = facts;
  }

  onlyAfterAssigning(node: BodyNode | Expr): boolean {
    this.#expr(node.kind === "ExprBody" ? node.value : node);
    return this.#reads > 0 && !this.#readBefore;
  }

  #read(): void {
    this.#reads++;
    if (!this.#assigned) this.#readBefore = true;
  }

  /** Walks over code that may not run: an assignment in it does not apply after it. */
  #maybe(inside: () => void): boolean {
    const before = this.#assigned;
    inside();
    const after = this.#assigned;
    this.#assigned = before;
    return after;
  }

  #branch(node: Expr): boolean {
    return this.#maybe(() => this.#expr(node)) || this.#leaves(node);
  }

  #leaves({ id }: { readonly id: number }): boolean {
    const type = this.#facts.types[id];
    return type !== undefined && isNever(type);
  }

  #all(nodes: readonly Expr[]): void {
    for (const node of nodes) this.#expr(node);
  }

  #expr(node: Expr): void {
    switch (node.kind) {
      case "IntLit":
      case "FloatLit":
      case "BoolLit":
      case "StringLit":
      case "CharLit":
      case "MacroCall":
        return;
      case "Name":
      case "SelfValue":
        if (this.#isTarget(node)) this.#read();
        return;
      case "Interpolation":
        for (const part of node.parts) if (typeof part !== "string") this.#expr(part);
        return;
      case "Paren":
        return this.#expr(node.inner);
      case "TupleLit":
        return this.#all(node.parts);
      case "ListLit":
      case "SetLit":
        return this.#all(node.elements);
      case "MapLit":
        return this.#all(node.entries.flatMap(({ key, value }) => [key, value]));
      case "StructLit":
        this.#all(node.fields.map(({ value }) => value));
        if (node.base !== null) this.#expr(node.base);
        return;
      case "Block":
        return this.#block(node);
      case "If": {
        this.#expr(node.condition);
        const then = this.#branch(node.then);
        const otherwise = node.otherwise === null ? this.#assigned : this.#branch(node.otherwise);
        this.#assigned = then && otherwise;
        return;
      }
      case "Match":
        return this.#match(node);
      case "Loop":
        this.#breaks.push({ label: node.label?.name, assigned: true });
        this.#maybe(() => this.#block(node.body));
        this.#assigned = this.#breaks.pop()!.assigned;
        return;
      case "While":
        this.#expr(node.condition);
        return this.#iteration(node.body, node.label?.name);
      case "For":
        this.#expr(node.iterable);
        return this.#iteration(node.body, node.label?.name);
      case "Lambda":
        // It copies the current value of the variable.
        this.#maybe(() => this.#expr(node.body.kind === "ExprBody" ? node.body.value : node.body));
        return;
      case "Call":
        this.#expr(node.callee);
        return this.#all(node.args.map(({ value }) => value));
      case "MethodCall":
        this.#expr(node.receiver);
        return this.#all(node.args.map(({ value }) => value));
      case "FieldAccess":
        return this.#expr(node.receiver);
      case "Index":
        this.#expr(node.receiver);
        return this.#expr(node.index);
      case "Slice":
        this.#expr(node.receiver);
        return this.#all([node.from, node.to].filter((end) => end !== null));
      case "Try":
      case "Spawn":
      case "Unary":
      case "LetTest":
        return this.#expr(node.value);
      case "Binary":
        return this.#binary(node);
      case "Range":
        this.#expr(node.from);
        return this.#expr(node.to);
      case "BrokenExpr":
        return this.#all(node.parts);
    }
  }

  #isTarget(node: Expr): boolean {
    const use = node.kind === "Name" || node.kind === "SelfValue" ? this.#facts.uses[node.id] : undefined;
    return use?.kind === "Local" && use.local === this.#local;
  }

  /** Walks over a chain of operators, which may be thousands long, without recursion. */
  #binary(node: Expr): void {
    const chain: (Expr & { kind: "Binary" })[] = [];
    let left = node;
    for (; left.kind === "Binary"; left = left.left) chain.push(left);
    this.#expr(left);
    for (const { op, right } of chain.reverse()) {
      if (op === "&&" || op === "||") this.#maybe(() => this.#expr(right));
      else this.#expr(right);
    }
  }

  #match(node: Match): void {
    this.#expr(node.subject);
    let every = true;
    for (const arm of node.arms) {
      const after = this.#maybe(() => {
        if (arm.guard !== null) this.#expr(arm.guard);
        this.#stmt(arm.body);
      });
      if (!after && !(arm.body.kind === "ExprStmt" && this.#leaves(arm.body.value))) every = false;
    }
    this.#assigned = every;
  }

  /** Walks over the body of a `while` or `for`, which may not run. */
  #iteration(body: Block, label: string | undefined): void {
    this.#breaks.push({ label, assigned: true });
    this.#maybe(() => this.#block(body));
    this.#breaks.pop();
  }

  #block(node: Block): void {
    for (const stmt of node.stmts) this.#stmt(stmt);
    if (node.trailing !== null) this.#expr(node.trailing);
  }

  #stmt(node: Stmt): void {
    switch (node.kind) {
      case "Let":
      case "ExprStmt":
        return this.#expr(node.value);
      case "LetPattern":
        this.#expr(node.value);
        if (node.otherwise !== null) this.#maybe(() => this.#block(node.otherwise!));
        return;
      case "Return":
        if (node.value !== null) this.#expr(node.value);
        this.#assigned = true;
        return;
      case "Break":
        if (node.value !== null) this.#expr(node.value);
        this.#break(node.label?.name);
        this.#assigned = true;
        return;
      case "Continue":
        this.#assigned = true;
        return;
      case "Defer":
        this.#maybe(() => this.#expr(node.value));
        return;
      case "Assign":
        return this.#assign(node);
    }
  }

  #break(label: string | undefined): void {
    const loop =
      label === undefined ? this.#breaks.at(-1) : this.#breaks.findLast((each) => each.label === label);
    if (loop !== undefined && !this.#assigned) loop.assigned = false;
  }

  #assign({ op, target, value }: Assign): void {
    let place = target;
    while (place.kind === "Paren") place = place.inner;
    if (place.kind === "TupleLit") return this.#assignTuple(place, value);
    if (!this.#isTarget(place)) {
      this.#expr(place);
      return this.#expr(value);
    }
    if (op !== "=") this.#read();
    this.#expr(value);
    this.#assigned = true;
  }
  #assignTuple(target: TupleLit, value: Expr): void {
    const places: Expr[] = [];
    const collect = (part: Expr): void => {
      if (part.kind === "Paren") collect(part.inner);
      else if (part.kind === "TupleLit") part.parts.forEach(collect);
      else places.push(part);
    };
    collect(target);
    this.#all(places.filter((place) => !this.#isTarget(place)));
    this.#expr(value);
    if (places.some((place) => this.#isTarget(place))) this.#assigned = true;
  }
}
