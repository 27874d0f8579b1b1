// Rebuilds a tree with some of its parts replaced. Trees are never modified after lowering.
import type { Arm, Expr, Instance, LambdaCode, Local, Pattern, Step, Stmt } from "./nodes.ts";

export interface Changes {
  /** Whether unchanged parts are shared with the original; otherwise all nodes are new. */
  readonly shares: boolean;
  /** The callee of a call. */
  instance(call: Expr & { readonly kind: "Call" }): Instance;
  local(local: Local): Local;
}

export function rebuild(expr: Expr, changes: Changes): Expr {
  return new Rebuilder(changes).expr(expr);
}

class Rebuilder {
  readonly #changes: Changes;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  expr(expr: Expr): Expr {
    switch (expr.kind) {
      case "Const":
      case "Unit":
      case "None":
      case "Global":
      case "FunctionValue":
      case "Descriptor":
        return this.#with(expr, {});
      case "Local":
        return this.#with(expr, { local: this.#changes.local(expr.local) });
      case "Lambda":
        return this.#with(expr, { lambda: this.#lambda(expr.lambda) });
      case "Op":
        return this.#with(expr, { args: this.#exprs(expr.args) });
      case "Call":
        return this.#with(expr, { instance: this.#changes.instance(expr), args: this.#exprs(expr.args) });
      case "And":
      case "Or":
        return this.#with(expr, { left: this.expr(expr.left), right: this.expr(expr.right) });
      case "CallValue":
        return this.#with(expr, { callee: this.expr(expr.callee), args: this.#exprs(expr.args) });
      case "CallDyn":
        return this.#with(expr, { receiver: this.expr(expr.receiver), args: this.#exprs(expr.args) });
      case "NewStruct":
        return this.#with(expr, { fields: this.#exprs(expr.fields) });
      case "NewVariant":
        return this.#with(expr, { payload: this.#exprs(expr.payload) });
      case "Wrap":
      case "Dyn":
      case "Try":
        return this.#with<typeof expr>(expr, { value: this.expr(expr.value) });
      case "Field":
        return this.#with(expr, { object: this.expr(expr.object) });
      case "List":
        return this.#with(expr, { elements: this.#exprs(expr.elements) });
      case "Text":
        return this.#with(expr, {
          parts: this.#each(expr.parts, (part) => (typeof part === "string" ? part : this.expr(part))),
        });
      case "Block":
        return this.#with(expr, {
          stmts: this.#each(expr.stmts, (stmt) => this.#stmt(stmt)),
          value: this.#optional(expr.value),
        });
      case "If":
        return this.#with(expr, {
          condition: this.expr(expr.condition),
          then: this.expr(expr.then),
          otherwise: this.#optional(expr.otherwise),
        });
      case "Chain":
        return this.#with(expr, {
          steps: this.#steps(expr.steps),
          then: this.expr(expr.then),
          otherwise: this.#optional(expr.otherwise),
        });
      case "Match":
        return this.#with(expr, {
          subject: this.expr(expr.subject),
          arms: this.#each(expr.arms, (arm) => this.#arm(arm)),
        });
      case "While":
        return this.#with(expr, {
          condition: this.#optional(expr.condition),
          steps: expr.steps === null ? null : this.#steps(expr.steps),
          body: this.expr(expr.body),
        });
      case "ForRange":
        return this.#with(expr, {
          pattern: this.#pattern(expr.pattern),
          from: this.expr(expr.from),
          to: this.expr(expr.to),
          body: this.expr(expr.body),
        });
      case "ForList":
        return this.#with(expr, {
          pattern: this.#pattern(expr.pattern),
          list: this.expr(expr.list),
          body: this.expr(expr.body),
        });
      case "ForNext":
        return this.#with(expr, {
          pattern: this.#pattern(expr.pattern),
          value: this.expr(expr.value),
          iterator: this.#changes.local(expr.iterator),
          next: this.expr(expr.next),
          body: this.expr(expr.body),
        });
    }
  }

  #stmt(stmt: Stmt): Stmt {
    switch (stmt.kind) {
      case "Let":
      case "SetLocal":
        return this.#with<typeof stmt>(stmt, {
          local: this.#changes.local(stmt.local),
          value: this.expr(stmt.value),
        });
      case "Destructure":
        return this.#with(stmt, {
          pattern: this.#pattern(stmt.pattern),
          value: this.expr(stmt.value),
          otherwise: this.#optional(stmt.otherwise),
        });
      case "SetGlobal":
      case "Spawn":
      case "Do":
        return this.#with<typeof stmt>(stmt, { value: this.expr(stmt.value) });
      case "SetField":
        return this.#with(stmt, { object: this.expr(stmt.object), value: this.expr(stmt.value) });
      case "SetIndex":
        return this.#with(stmt, {
          list: this.expr(stmt.list),
          index: this.expr(stmt.index),
          value: this.expr(stmt.value),
        });
      case "Return":
      case "Break":
        return this.#with<typeof stmt>(stmt, { value: this.#optional(stmt.value) });
      case "Continue":
      case "Reached":
        return this.#with<typeof stmt>(stmt, {});
      case "Defer":
        return this.#with(stmt, { lambda: this.#lambda(stmt.lambda) });
    }
  }

  #lambda(lambda: LambdaCode): LambdaCode {
    const { local } = this.#changes;
    return this.#with(lambda, {
      params: this.#each(lambda.params, local),
      captures: this.#each(lambda.captures, (capture) =>
        this.#with(capture, { outer: local(capture.outer), inner: local(capture.inner) }),
      ),
      body: this.expr(lambda.body),
    });
  }

  #arm(arm: Arm): Arm {
    return this.#with(arm, {
      pattern: this.#pattern(arm.pattern),
      guard: this.#optional(arm.guard),
      body: this.expr(arm.body),
    });
  }

  #steps(steps: readonly Step[]): readonly Step[] {
    return this.#each(steps, (step) =>
      this.#with(step, {
        pattern: step.pattern === null ? null : this.#pattern(step.pattern),
        value: this.expr(step.value),
      }),
    );
  }

  #pattern(pattern: Pattern): Pattern {
    switch (pattern.kind) {
      case "Any":
      case "Literal":
      case "Range":
      case "None":
        return pattern;
      case "Bind":
        return this.#with(pattern, { local: this.#changes.local(pattern.local) });
      case "Variant":
        return this.#with(pattern, { payload: this.#each(pattern.payload, (part) => this.#pattern(part)) });
      case "Some":
      case "Ok":
      case "Err":
        return this.#with<typeof pattern>(pattern, { inner: this.#pattern(pattern.inner) });
      case "Struct":
        return this.#with(pattern, {
          fields: this.#each(pattern.fields, (field) =>
            this.#with(field, { pattern: this.#pattern(field.pattern) }),
          ),
        });
      case "List":
        return this.#with(pattern, {
          before: this.#each(pattern.before, (part) => this.#pattern(part)),
          rest: pattern.rest === null ? null : this.#pattern(pattern.rest),
          after: this.#each(pattern.after, (part) => this.#pattern(part)),
        });
      case "Alternatives":
        return this.#with(pattern, {
          alternatives: this.#each(pattern.alternatives, (each) => this.#pattern(each)),
        });
    }
  }

  #exprs(exprs: readonly Expr[]): readonly Expr[] {
    return this.#each(exprs, (expr) => this.expr(expr));
  }

  #optional(expr: Expr | null): Expr | null {
    return expr === null ? null : this.expr(expr);
  }

  #each<T>(items: readonly T[], change: (item: T) => T): readonly T[] {
    const changed = items.map(change);
    return this.#changes.shares && changed.every((item, at) => item === items[at]) ? items : changed;
  }

  /** A copy of the node with these parts. */
  #with<T extends object>(node: T, parts: Partial<T>): T {
    const names = Object.keys(parts) as (keyof T)[];
    return this.#changes.shares && names.every((name) => parts[name] === node[name])
      ? node
      : { ...node, ...parts };
  }
}
