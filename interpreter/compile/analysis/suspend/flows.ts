// Builds the graph that decides what may wait, from the bodies of all instances. Every variable, parameter,
// field, result and global of function type has its own node. Functions in containers, closures, trait
// objects and natives share one node per function type. Operands of `spawn` do not flow: the new goroutine
// waits, not this one.
import type { Type } from "../../../check/index.ts";
import {
  eachPart,
  eachPartOfStmt,
  isFun,
  reflects,
  type Expr,
  type Instance,
  type LambdaCode,
  type Local,
  type Pattern,
  type Step,
  type Stmt,
  type StructInfo,
  type VTable,
} from "../../ir/index.ts";
import { WaitGraph } from "./wait-graph.ts";

/** The function or lambda whose body is being read. */
interface Context {
  readonly body: number;
  /** The node of the function values it returns. */
  readonly result: number;
}

export class Flows {
  readonly graph = new WaitGraph();
  readonly #calls = new Map<Expr, number>();
  readonly #results = new Map<Instance, number>();
  readonly #fields = new Map<StructInfo, number[]>();
  readonly #tables = new Set<VTable>();
  readonly #values = new Set<Instance>();
  #reflects = false;
  readonly lambdas: LambdaCode[] = [];
  /** Calls that pass function values to a function of the language, or to a native that calls them. */
  readonly callsWithFunctions: (Expr & { kind: "Call" })[] = [];
  /** Whether a body contains a `spawn`. */
  spawns = false;

  /** The node of calls of an instance. */
  bodyOf(owner: Instance | LambdaCode): number {
    return this.graph.node(owner);
  }

  /** The node that decides whether a CallValue, CallDyn or Call may wait. */
  decider(call: Expr): number | undefined {
    return call.kind === "Call" ? this.bodyOf(call.instance) : this.#calls.get(call);
  }

  /** Whether calling the function value of `expr` may wait. */
  valueWaits(expr: Expr): boolean {
    return this.graph.waits(this.#valueOf(expr));
  }

  /** Whether calling the function value in a variable may wait. */
  variableWaits(local: Local): boolean {
    return this.graph.waits(this.graph.node(local));
  }

  readInstance(instance: Instance, body: Expr): void {
    const context = { body: this.bodyOf(instance), result: this.#resultOf(instance) };
    this.#flowingBody(body, instance.result, context);
  }

  readInitialiser(instance: Instance, global: object): void {
    this.graph.edge(this.#resultOf(instance), this.graph.node(global));
  }

  #flowingBody(body: Expr, result: Type, context: Context): void {
    this.#expr(body, context);
    if (isFun(result)) this.graph.edge(this.#valueOf(body), context.result);
  }

  // ---- nodes of function values

  #resultOf(instance: Instance): number {
    let node = this.#results.get(instance);
    if (node === undefined) this.#results.set(instance, (node = this.graph.fresh()));
    return node;
  }

  #typeNode(type: Type): number {
    return this.graph.node(type);
  }

  #field(struct: StructInfo, index: number): number {
    let nodes = this.#fields.get(struct);
    if (nodes === undefined) {
      nodes = struct.fields.map((field) => {
        const node = this.graph.fresh();
        // Reflection and natives access fields of standard structs without being visible here.
        if (isFun(field.type) && struct.module.standard) this.#join(node, this.#typeNode(field.type));
        return node;
      });
      this.#fields.set(struct, nodes);
    }
    return nodes[index]!;
  }

  #join(a: number, b: number): void {
    this.graph.edge(a, b);
    this.graph.edge(b, a);
  }

  /** Call after reading all bodies: reflection may access fields by name at run time. */
  joinReflectedFields(): void {
    if (!this.#reflects) return;
    for (const [struct, nodes] of this.#fields) {
      struct.fields.forEach((field, at) => {
        if (isFun(field.type)) this.#join(nodes[at]!, this.#typeNode(field.type));
      });
    }
  }

  /** The node of an expression of function type. */
  #valueOf(expr: Expr): number {
    switch (expr.kind) {
      case "Lambda":
        return this.bodyOf(expr.lambda);
      case "FunctionValue":
        return this.bodyOf(expr.instance);
      case "Local":
        return this.graph.node(expr.local);
      case "Global":
        return this.graph.node(expr.global);
      case "Field":
        return this.#field(expr.struct, expr.index);
      case "Call":
        return expr.instance.native === null ? this.#resultOf(expr.instance) : this.#typeNode(expr.type);
      case "Block":
        return expr.value === null ? this.graph.fresh() : this.#valueOf(expr.value);
      case "If":
      case "Chain":
        return this.#merged(expr.otherwise === null ? [expr.then] : [expr.then, expr.otherwise]);
      case "Match":
        return this.#merged(expr.arms.map((arm) => arm.body));
      default:
        return this.#typeNode(expr.type);
    }
  }

  #merged(parts: readonly Expr[]): number {
    const node = this.graph.fresh();
    for (const part of parts) this.graph.edge(this.#valueOf(part), node);
    return node;
  }

  #flow(expr: Expr, into: () => number): void {
    if (isFun(expr.type)) this.graph.edge(this.#valueOf(expr), into());
  }

  /** The function value escapes: into a container, a native or a call that is decided at run time. */
  #escape(expr: Expr): void {
    this.#flow(expr, () => this.#typeNode(expr.type));
  }

  // ---- reading bodies

  #expr(expr: Expr, context: Context): void {
    eachPart(expr, {
      expr: (part) => this.#expr(part, context),
      stmt: (stmt) => this.#stmt(stmt, context),
      lambda: (lambda) => this.#lambda(lambda),
    });
    switch (expr.kind) {
      case "Call":
        return this.#call(expr, context);
      case "CallValue": {
        const callee = this.#valueOf(expr.callee);
        this.#calls.set(expr, callee);
        this.graph.edge(callee, context.body);
        return expr.args.forEach((arg) => this.#escape(arg));
      }
      case "CallDyn": {
        const method = this.graph.node(`${expr.trait}.${expr.method}`);
        this.#calls.set(expr, method);
        this.graph.edge(method, context.body);
        return expr.args.forEach((arg) => this.#escape(arg));
      }
      case "Dyn":
        return this.#table(expr.vtable);
      case "FunctionValue":
        return this.#usedAsValue(expr.instance);
      case "NewStruct":
        return expr.fields.forEach((field, at) => this.#flow(field, () => this.#field(expr.struct, at)));
      case "NewVariant":
        return expr.payload.forEach((part) => this.#escape(part));
      case "List":
        return expr.elements.forEach((element) => this.#escape(element));
      case "Wrap":
        return this.#escape(expr.value);
      case "Op":
        this.#reflects ||= reflects(expr.op);
        return expr.args.forEach((arg) => this.#escape(arg));
      case "Match":
        return expr.arms.forEach((arm) => this.#pattern(arm.pattern, () => this.#valueOf(expr.subject)));
      case "Chain":
        return this.#steps(expr.steps);
      case "While":
        return this.#steps(expr.steps ?? []);
      case "ForList":
      case "ForNext":
        return this.#pattern(expr.pattern, () => this.#typeNode(expr.element));
      default:
        return;
    }
  }

  #steps(steps: readonly Step[]): void {
    for (const { pattern, value } of steps)
      if (pattern !== null) this.#pattern(pattern, () => this.#valueOf(value));
  }

  #call(expr: Expr & { kind: "Call" }, context: Context): void {
    const { instance } = expr;
    const { native } = instance;
    if ((native === null || native.calls) && expr.args.some((arg) => isFun(arg.type)))
      this.callsWithFunctions.push(expr);
    this.graph.edge(this.bodyOf(instance), context.body);
    expr.args.forEach((arg, at) => {
      const param = instance.params[at];
      if (native?.calls === true && isFun(arg.type))
        this.graph.edge(this.#valueOf(arg), this.bodyOf(instance));
      else if (param === undefined || native !== null) this.#escape(arg);
      else this.#flow(arg, () => this.graph.node(param));
    });
  }

  #lambda(lambda: LambdaCode): void {
    this.lambdas.push(lambda);
    for (const { outer, inner } of lambda.captures) this.#variable(outer, inner);
    this.#fromAnywhere(lambda.params);
    const result = isFun(lambda.result) ? this.#typeNode(lambda.result) : this.graph.fresh();
    this.#flowingBody(lambda.body, lambda.result, { body: this.bodyOf(lambda), result });
  }

  #variable(from: Local, to: Local): void {
    if (isFun(from.type)) this.graph.edge(this.graph.node(from), this.graph.node(to));
  }

  /** Parameters of functions called through values receive everything that flows into such calls. */
  #fromAnywhere(params: readonly Local[]): void {
    for (const param of params) {
      if (isFun(param.type)) this.graph.edge(this.#typeNode(param.type), this.graph.node(param));
    }
  }

  #usedAsValue(instance: Instance): void {
    if (this.#values.has(instance)) return;
    this.#values.add(instance);
    this.#fromAnywhere(instance.params);
    if (isFun(instance.result)) this.graph.edge(this.#resultOf(instance), this.#typeNode(instance.result));
  }

  #table(table: VTable): void {
    if (this.#tables.has(table)) return;
    this.#tables.add(table);
    for (const { name, instance } of table.methods) {
      this.graph.edge(this.bodyOf(instance), this.graph.node(`${table.trait}.${name}`));
      this.#usedAsValue(instance);
    }
  }

  #stmt(stmt: Stmt, context: Context): void {
    eachPartOfStmt(stmt, {
      expr: (part) => this.#expr(part, context),
      stmt: (part) => this.#stmt(part, context),
      lambda: (lambda) => this.#lambda(lambda),
    });
    switch (stmt.kind) {
      case "Let":
      case "SetLocal":
        return this.#flow(stmt.value, () => this.graph.node(stmt.local));
      case "Destructure":
        return this.#pattern(stmt.pattern, () => this.#valueOf(stmt.value));
      case "SetGlobal":
        return this.#flow(stmt.value, () => this.graph.node(stmt.global));
      case "SetField":
        return this.#flow(stmt.value, () => this.#field(stmt.struct, stmt.index));
      case "SetIndex":
        return this.#escape(stmt.value);
      case "Return":
        return stmt.value === null ? undefined : this.#flow(stmt.value, () => context.result);
      case "Break":
        return stmt.value === null ? undefined : this.#escape(stmt.value);
      case "Defer":
        return this.graph.edge(this.bodyOf(stmt.lambda), context.body);
      case "Spawn":
        this.spawns = true;
        return;
      case "Continue":
      case "Do":
      case "Reached":
        return;
    }
  }

  /** `whole`: the node of the matched value, needed only if the pattern is a name. */
  #pattern(pattern: Pattern, whole: () => number): void {
    switch (pattern.kind) {
      case "Bind":
        if (isFun(pattern.local.type)) this.graph.edge(whole(), this.graph.node(pattern.local));
        return;
      case "Variant":
        return pattern.payload.forEach((part, at) =>
          this.#pattern(part, () => this.#typeNode(pattern.enum.variants[pattern.index]!.payload[at]!)),
        );
      case "Some":
      case "Ok":
      case "Err":
        return this.#container(pattern.inner);
      case "Struct":
        return pattern.fields.forEach((field) => {
          const index = pattern.struct.fields.findIndex((each) => each.name === field.name);
          this.#pattern(field.pattern, () => this.#field(pattern.struct, index));
        });
      case "List":
        for (const part of [...pattern.before, ...pattern.after]) this.#container(part);
        if (pattern.rest !== null) this.#pattern(pattern.rest, whole);
        return;
      case "Alternatives":
        return pattern.alternatives.forEach((each) => this.#pattern(each, whole));
      case "Any":
      case "Literal":
      case "Range":
      case "None":
        return;
    }
  }

  #container(inner: Pattern): void {
    if (inner.kind === "Bind") this.#pattern(inner, () => this.#typeNode(inner.local.type));
    else this.#pattern(inner, () => this.graph.fresh());
  }
}
