// Collects from all bodies of a program which expressions may be assigned to which targets.
import {
  eachPart,
  eachPartOfStmt,
  factsOf,
  isPrimitive,
  reflects,
  type CodeTable,
  type Expr,
  type GlobalInfo,
  type Instance,
  type LambdaCode,
  type Local,
  type Pattern,
  type Step,
  type Stmt,
  type VTable,
} from "../../ir/index.ts";
import { ElementClass, join, openAll, partOf, type ElementClasses } from "./element-classes.ts";
import { Targets, type Field, type Source } from "./targets.ts";

/** A value: the source of its Int, or the classes of its contents. */
interface Origin {
  readonly source: Source | null;
  readonly classes: ElementClasses;
}

const UNKNOWN: Origin = { source: null, classes: null };

/** `closed`: no later compilation writes to fields and globals. */
export function readEquations(code: CodeTable, globals: readonly GlobalInfo[], closed: boolean): Targets {
  const targets = new Targets(closed);
  const reader = new Reader(targets);
  for (const instance of code.keys()) reader.declare(instance);
  for (const global of globals) reader.readGlobal(global);
  for (const [instance, { body }] of code) reader.readInstance(instance, body);
  if (reader.reflects) targets.openFields();
  targets.gatherClasses();
  return targets;
}

class Reader {
  readonly #targets: Targets;
  /** Whether fields are accessed by name at run time. */
  reflects = false;

  constructor(targets: Targets) {
    this.#targets = targets;
  }

  // ---- declarations

  readGlobal(global: GlobalInfo): void {
    const { type, initialiser } = global;
    if (isPrimitive(type, "Int") && typeof global.zero === "bigint") {
      this.#targets.assign(global, { kind: "Const", of: "Int", value: global.zero, type });
      if (initialiser !== null) this.#targets.assign(global, { kind: "Read", target: initialiser });
    }
    if (initialiser === null) return;
    join(this.#targets.contentsOf(global, type), this.#targets.contentsOf(initialiser, type));
    this.#targets.whole.add(initialiser);
  }

  declare(instance: Instance): void {
    for (const param of instance.params)
      if (isPrimitive(param.type, "Int")) this.#targets.sources.set(param, []);
    if (isPrimitive(instance.result, "Int")) this.#targets.sources.set(instance, []);
  }

  readInstance(instance: Instance, body: Expr): void {
    this.#read(body, instance);
    this.#targets.flow(body, instance, instance.result);
  }

  /** `owner`: the function that returns belong to; null for a lambda, whose results are not tracked. */
  #read(body: Expr, owner: Instance | null): void {
    const visit = {
      expr: (expr: Expr): void => {
        eachPart(expr, visit);
        this.#expr(expr, owner);
      },
      stmt: (stmt: Stmt): void => {
        eachPartOfStmt(stmt, visit);
        this.#stmt(stmt, owner);
      },
      lambda: (lambda: LambdaCode): void => this.#lambda(lambda),
    };
    visit.expr(body);
  }

  #lambda(lambda: LambdaCode): void {
    for (const { outer, inner } of lambda.captures) {
      this.#targets.whole.add(outer);
      this.#bind(inner, {
        source: { kind: "Read", target: outer },
        classes: this.#targets.contentsOf(outer, outer.type),
      });
    }
    for (const param of lambda.params) this.#targets.openStorage(param, param.type);
    this.#read(lambda.body, null);
    this.#targets.escape(lambda.body);
  }

  /** A function called through a value: its callers and arguments are unknown. */
  #openInstance(instance: Instance): void {
    for (const param of instance.params) this.#targets.openStorage(param, param.type);
    openAll(this.#targets.contentsOf(instance, instance.result));
    this.#targets.whole.add(instance);
  }

  #openMethods(vtable: VTable): void {
    for (const { instance } of vtable.methods) this.#openInstance(instance);
  }

  // ---- reading bodies

  #expr(expr: Expr, owner: Instance | null): void {
    switch (expr.kind) {
      case "Call":
        if (expr.instance.native !== null) this.#targets.classesOf(expr);
        else
          expr.instance.params.forEach((param, at) => this.#targets.flow(expr.args[at]!, param, param.type));
        return;
      case "CallValue":
      case "CallDyn":
        return expr.args.forEach((arg) => this.#targets.escape(arg));
      case "FunctionValue":
        return this.#openInstance(expr.instance);
      case "Dyn":
        this.#targets.escape(expr.value);
        return this.#openMethods(expr.vtable);
      case "NewStruct":
        return expr.fields.forEach((field, at) =>
          this.#targets.flow(field, this.#targets.fieldOf(expr.struct, at), expr.struct.fields[at]!.type),
        );
      case "NewVariant":
        return expr.payload.forEach((part, at) => {
          const field = this.#targets.fieldOf(expr.enum, at, expr.index);
          this.#targets.flow(part, field, field.type);
        });
      case "Op":
        return this.#operation(expr);
      case "Try":
        return this.#leave(expr, owner);
      case "Match": {
        const origin = this.#ofValue(expr.subject);
        return expr.arms.forEach((arm) => this.#pattern(arm.pattern, origin));
      }
      case "Chain":
        return this.#steps(expr.steps);
      case "While":
        return this.#steps(expr.steps ?? []);
      case "ForRange":
        return this.#pattern(expr.pattern, {
          source: { kind: "Counter", from: expr.from, to: expr.to, inclusive: expr.inclusive },
          classes: null,
        });
      case "ForList":
        return this.#pattern(expr.pattern, this.#held(this.#targets.classesOf(expr.list), 0));
      case "ForNext":
        this.#targets.flow(expr.value, expr.iterator, expr.iterator.type);
        return this.#pattern(expr.pattern, this.#held(this.#targets.classesOf(expr.next), 0));
      default:
        return;
    }
  }

  #operation(expr: Expr & { kind: "Op" }): void {
    const { reads, writes, escapes } = factsOf(expr.op);
    if (reflects(expr.op)) this.reflects = true;
    if (writes === "element")
      this.#targets.hold(expr.args[1]!, partOf(this.#targets.classesOf(expr.args[0]!), 0));
    if (reads === "element") this.#targets.classesOf(expr);
    if (escapes) for (const arg of expr.args) this.#targets.escape(arg);
  }

  /** `?` yields the payload, or leaves the function with the failure. */
  #leave(expr: Expr & { kind: "Try" }, owner: Instance | null): void {
    this.#targets.classesOf(expr);
    if (expr.over === "Option") return;
    const failure = partOf(this.#targets.classesOf(expr.value), 1);
    if (owner === null) openAll(failure);
    else join(failure, partOf(this.#targets.contentsOf(owner, owner.result), 1));
  }

  #stmt(stmt: Stmt, owner: Instance | null): void {
    switch (stmt.kind) {
      case "Let":
      case "SetLocal":
        return this.#targets.flow(stmt.value, stmt.local, stmt.local.type);
      case "Destructure":
        return this.#pattern(stmt.pattern, this.#ofValue(stmt.value));
      case "SetGlobal":
        return this.#targets.flow(stmt.value, stmt.global, stmt.global.type);
      case "SetField":
        return this.#targets.flow(
          stmt.value,
          this.#targets.fieldOf(stmt.struct, stmt.index),
          stmt.struct.fields[stmt.index]!.type,
        );
      case "SetIndex":
        return this.#targets.hold(stmt.value, partOf(this.#targets.classesOf(stmt.list), 0));
      case "Return":
        if (stmt.value === null) return;
        return owner !== null
          ? this.#targets.flow(stmt.value, owner, owner.result)
          : this.#targets.escape(stmt.value);
      case "Break":
        if (stmt.value !== null) this.#targets.escape(stmt.value);
        return;
      default:
        return;
    }
  }

  // ---- patterns

  #bind(local: Local, { source, classes }: Origin): void {
    this.#targets.whole.add(local);
    if (!isPrimitive(local.type, "Int")) join(this.#targets.contentsOf(local, local.type), classes);
    else if (source === null) this.#targets.open.add(local);
    else this.#targets.assign(local, source);
  }
  #held(classes: ElementClasses, index: number): Origin {
    const part = partOf(classes, index);
    return { source: part instanceof ElementClass ? { kind: "Read", target: part } : null, classes: part };
  }

  #steps(steps: readonly Step[]): void {
    for (const { pattern, value } of steps)
      if (pattern !== null) this.#pattern(pattern, this.#ofValue(value));
  }

  #ofValue(value: Expr): Origin {
    return { source: value, classes: this.#targets.classesOf(value) };
  }

  #ofField(field: Field): Origin {
    return { source: { kind: "Read", target: field }, classes: this.#targets.contentsOf(field, field.type) };
  }

  #pattern(pattern: Pattern, origin: Origin): void {
    switch (pattern.kind) {
      case "Bind":
        return this.#bind(pattern.local, origin);
      case "Some":
      case "Ok":
        return this.#pattern(pattern.inner, this.#held(origin.classes, 0));
      case "Err":
        return this.#pattern(pattern.inner, this.#held(origin.classes, 1));
      case "Variant":
        return pattern.payload.forEach((part, at) =>
          this.#pattern(part, this.#ofField(this.#targets.fieldOf(pattern.enum, at, pattern.index))),
        );
      case "Struct":
        return pattern.fields.forEach((each) => {
          const index = pattern.struct.fields.findIndex((field) => field.name === each.name);
          this.#pattern(
            each.pattern,
            index < 0 ? UNKNOWN : this.#ofField(this.#targets.fieldOf(pattern.struct, index)),
          );
        });
      case "List":
        for (const part of [...pattern.before, ...pattern.after])
          this.#pattern(part, this.#held(origin.classes, 0));
        // A copy holds the same values.
        if (pattern.rest !== null) this.#pattern(pattern.rest, origin);
        return;
      case "Alternatives":
        return pattern.alternatives.forEach((each) => this.#pattern(each, origin));
      case "Any":
      case "Literal":
      case "Range":
      case "None":
        return;
    }
  }
}
